import { asManifest } from '@feira/plugin-kit';
import { http, sampleDocument, testContext } from '@feira/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import json from '../plugin.json' with { type: 'json' };
import { createAsaasProvider } from './provider.ts';

const KEY = '$aact_hmlg_the-key-of-the-sub-account';
const LIST = {
  rejectReasons: ['Foto sem nitidez.', 'Documento vencido.'],
  data: [
    {
      id: 'group-1',
      status: 'NOT_SENT',
      type: 'IDENTIFICATION',
      title: 'Documentos de identificação',
      description: 'RG, CNH ou RNE',
      responsible: { name: 'Maria da Silva', type: 'ASAAS_ACCOUNT_OWNER' },
      onboardingUrl: 'https://cadastro.io/8ad196d6cbfcc5d0',
      onboardingUrlExpirationDate: '2026-12-20 00:00:00',
    },
    { id: 'group-2', status: 'REJECTED', type: 'CUSTOM', title: 'Ata de eleição', onboardingUrl: null },
    { id: 'group-3', status: 'IGNORED', type: 'CUSTOM', title: 'Extra', onboardingUrl: null },
  ],
};

function start() {
  const context = testContext(asManifest(json), {
    credentials: {
      apiKey: '$aact_hmlg_invented-key-of-the-test',
      webhookAuthToken: 'invented-webhook-token-of-32-characters',
      webhookEmail: 'ops@example.com',
    },
  });
  const provider = createAsaasProvider(context) as Required<ReturnType<typeof createAsaasProvider>>;
  return { context, provider, lookup: { receiverId: 'wallet-1', receiverToken: context.vault.seal(KEY) } };
}
const asaas = () => http('https://api-sandbox.asaas.com/v3');

describe('getReceiverDocuments', () => {
  it("asks with the sub-account's own key, and says what is shown where", async () => {
    const mock = asaas().get('/myAccount/documents').reply(200, LIST);
    const { provider, lookup } = start();

    const { documents } = await provider.getReceiverDocuments(lookup);

    expect(mock.requests[0]?.headers.access_token).toBe(KEY);
    const extra = { kind: 'CUSTOM', description: undefined, takesFile: true, hasLink: false };
    expect(documents).toEqual([
      {
        documentId: 'group-1',
        kind: 'IDENTIFICATION',
        title: 'Documentos de identificação',
        description: 'RG, CNH ou RNE',
        providerStatus: 'NOT_SENT',
        reason: undefined,
        takesFile: false,
        hasLink: true,
      },
      {
        ...extra,
        documentId: 'group-2',
        title: 'Ata de eleição',
        providerStatus: 'REJECTED',
        reason: 'Foto sem nitidez. Documento vencido.',
      },
      { ...extra, documentId: 'group-3', title: 'Extra', providerStatus: 'IGNORED', reason: undefined },
    ]);
  });

  it("never answers of the platform's own account", async () => {
    const call = start().provider.getReceiverDocuments({ receiverId: 'wallet-1' });

    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', outcome: 'NOT_SENT' });
  });
});

describe('sendReceiverDocument', () => {
  it('sends the file with the kind of its group', async () => {
    let sent = '';
    const mock = asaas()
      .post('/myAccount/documents/group-2', (body: string) => {
        sent = body;
        return true;
      })
      .reply(200, { id: 'file-1', status: 'PENDING' });
    const { context, provider, lookup } = start();
    const content = Buffer.from('%PDF- the minutes of a meeting');
    const reference = context.files.hold({ name: 'ata.pdf', mediaType: 'application/pdf', content });
    const file = { reference, name: 'ata.pdf', mediaType: 'application/pdf', byteCount: content.length } as const;

    const result = await provider.sendReceiverDocument({ ...lookup, documentId: 'group-2', kind: 'CUSTOM', file });

    expect(result).toEqual({ providerStatus: 'PENDING' });
    expect(mock.requests[0]?.headers).toMatchObject({
      access_token: KEY,
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
    });
    expect(sent).toMatch(/name="type"\r\n\r\nCUSTOM\r\n/);
    expect(sent).toMatch(
      /name="documentFile"; filename="ata\.pdf"\r\nContent-Type: application\/pdf\r\n\r\n%PDF- the minutes/,
    );
    expect(sent).not.toContain(reference);
  });

  it('passes on why Asaas does not take it', async () => {
    asaas()
      .post('/myAccount/documents/group-1')
      .reply(400, { errors: [{ code: 'invalid_action', description: 'Envie pelo link de onboarding.' }] });
    const { context, provider, lookup } = start();
    const reference = context.files.hold({ name: 'rg.png', mediaType: 'image/png', content: Buffer.from('x') });
    const request = sampleDocument({ ...lookup, documentId: 'group-1', kind: 'IDENTIFICATION' });

    const call = provider.sendReceiverDocument({ ...request, file: { ...request.file, reference } });

    await expect(call).rejects.toMatchObject({
      outcome: 'REJECTED',
      message: expect.stringContaining('Envie pelo link de onboarding.'),
    });
  });
});

describe('getReceiverLink', () => {
  it.each([
    ['group-1', { url: 'https://cadastro.io/8ad196d6cbfcc5d0', expiresAt: '2026-12-20T03:00:00.000Z' }],
    ['group-2', null],
    ['group-9', null],
  ])('of %s is %o', async (documentId, expected) => {
    asaas().get('/myAccount/documents').reply(200, LIST);
    const { provider, lookup } = start();

    expect(await provider.getReceiverLink({ ...lookup, documentId })).toEqual(expected);
  });
});
