/** Answers the owners' and the team's pages about accounts at providers, with answers that a test can change. */
import type { Output } from '@feira/schemas/procedure';
import * as payouts from '@feira/schemas/procedures/payouts';
import * as receivers from '@feira/schemas/procedures/receivers';
import { BIA, createMoney, DORA } from './admin-money-world.ts';
import { type FakedServer, Refused } from './faked-screens.ts';
import { createDestination } from './money-world.ts';

export type Receiver = Output<typeof receivers.createOwnReceiver>;
type ReceiverDocument = Output<typeof receivers.listOwnDocuments>['documents'][number];
type Listed = Output<typeof receivers.listReceivers>['items'][number];

const id = (number: number) => `01960000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
export const ASAAS = id(1);
export const PAGARME = id(2);
export const SANDBOX = id(3);

export const createReceiver = (number: number, receiver: Partial<Receiver>): Receiver => ({
  id: id(100 + number),
  connectionId: ASAAS,
  receiverProvider: 'asaas',
  receiverId: 'acc_7f3k2',
  status: 'ACTIVE',
  state: 'ANSWERED',
  providerStatus: 'APPROVED',
  reason: null,
  createdAt: AT,
  ...receiver,
});
const createListed = (number: number, receiver: Partial<Listed>): Listed => ({
  ...createReceiver(number, receiver),
  person: BIA,
  ...receiver,
});

const createDocument = (number: number, document: Partial<ReceiverDocument>): ReceiverDocument => ({
  id: id(200 + number),
  title: 'Documento com foto',
  description: 'RG ou CNH, frente e verso.',
  status: 'WANTED',
  providerStatus: 'NOT_SENT',
  reason: null,
  takesFile: true,
  hasLink: false,
  files: 0,
  sentAt: null,
  ...document,
});

const title = (portuguese: string, english: string) => ({ 'pt-BR': portuguese, en: english });
const PAGARME_FORM = {
  type: 'object',
  required: ['monthlyRevenue', 'occupation', 'selfie', 'contract'],
  properties: {
    monthlyRevenue: { type: 'integer', format: 'amount', title: title('Renda mensal', 'Monthly income') },
    occupation: { type: 'string', maxLength: 100, title: title('Ocupação profissional', 'Professional occupation') },
    corporationType: { type: 'string', enum: ['LTDA', 'MEI'], title: title('Tipo de empresa', 'Kind of company') },
    selfie: {
      type: 'string',
      format: 'file',
      document: 'photoPersonWithDocument',
      title: title('Foto do documento com pessoa', 'Photo with the document'),
      missing: title('Foto do documento com pessoa é obrigatório.', 'The photo with the document is required.'),
    },
    contract: { type: 'string', format: 'file', onlyFor: 'CNPJ', title: title('Contrato social', 'Articles') },
    isPublic: { type: 'boolean', title: title('Exerce cargo público', 'Holds a public office') },
  },
};

export const createReceivers = () => ({
  documentType: 'CPF' as 'CPF' | 'CNPJ' | null,
  verified: [] as Output<typeof receivers.listOwnReceivers>['verified'],
  connections: [
    { id: ASAAS, provider: 'asaas', name: 'Asaas', form: { type: 'object', required: [], properties: {} } },
    { id: PAGARME, provider: 'pagarme', name: 'Pagar.me', form: PAGARME_FORM },
  ],
  own: [createReceiver(1, { status: 'PENDING', providerStatus: 'AWAITING_APPROVAL' })],
  /** The provider's answer to the next request. */
  answer: {
    status: 'PENDING',
    providerStatus: 'registration',
    receiverId: 're_1',
    state: 'ANSWERED',
  } as Partial<Receiver>,
  platform: [createListed(20, { person: null, receiverId: 'acc_platform' })],
  people: [
    createListed(30, { state: 'UNKNOWN', status: 'PENDING', receiverId: null, providerStatus: null }),
    createListed(31, { person: DORA, status: 'REJECTED', reason: 'Documento ilegível.' }),
    createListed(32, { person: DORA, connectionId: PAGARME, receiverProvider: 'pagarme' }),
  ],
  documents: [
    createDocument(1, {}),
    createDocument(2, { title: 'Prova de vida', description: null, takesFile: false, hasLink: true }),
    createDocument(3, { title: 'Comprovante de endereço', description: null, status: 'ACCEPTED' }),
  ],
  accounts: [createDestination(9, { kind: 'BANK_ACCOUNT', pixType: null, label: '341 · 0001 · •••45-6' })],
});
export type ReceiversWorld = ReturnType<typeof createReceivers>;

function takeFile(world: ReceiversWorld, documentId: string): ReceiverDocument {
  const document = world.documents.find((one) => one.id === documentId)!;
  return Object.assign(document, { status: 'SENT', files: document.files + 1, sentAt: AT });
}

export function answerOwnReceivers(server: FakedServer, world: ReceiversWorld): void {
  server.answer(receivers.listOwnReceivers, () => ({
    receivers: world.own,
    connections: world.connections,
    documentType: world.documentType,
    verified: world.verified,
  }));
  server.answer(receivers.createOwnReceiver, ({ connectionId }) => {
    const receiver = createReceiver(50 + world.own.length, {
      connectionId,
      receiverProvider: 'pagarme',
      ...world.answer,
    });
    world.own = [receiver, ...world.own];
    return receiver;
  });
  server.answer(receivers.listOwnDocuments, () => ({ askedAt: AT, documents: world.documents }));
  server.answer(receivers.sendOwnDocument, ({ documentId }) => takeFile(world, documentId));
  server.answer(receivers.createOwnDocumentLink, () => ({ url: 'https://provider.invalid/live', expiresAt: null }));
  server.answer(payouts.listDestinations, () => ({ destinations: world.accounts, coolingHours: 24 }));
}

export function answerManagedReceivers(server: FakedServer, world: ReceiversWorld): void {
  server.answer(receivers.listReceivers, ({ owner, state, status, search }) => ({
    items: (owner === 'PLATFORM' ? world.platform : world.people).filter(
      (receiver) =>
        (!state || receiver.state === state) &&
        (!status || receiver.status === status) &&
        (!search || receiver.person?.name.toLowerCase().includes(search.toLowerCase())),
    ),
    next: null,
    connections: world.connections,
  }));
  server.answer(receivers.adoptReceiver, ({ personId, connectionId, receiverId }) => {
    const message = 'Este recebedor não existe no provedor.';
    if (receiverId === 'acc_none')
      throw new Refused(404, { code: 'RECEIVER_NOT_FOUND', message, details: [{ field: 'receiverId', message }] });
    const waiting = world.people.find(({ person, state }) => person?.id === personId && state === 'UNKNOWN');
    const adopted = createListed(60, { connectionId, receiverId, person: null });
    if (waiting) Object.assign(waiting, { ...adopted, id: waiting.id, person: waiting.person });
    else world.platform.push(adopted);
    return createReceiver(60, { connectionId, receiverId });
  });
  server.answer(receivers.listDocuments, () => ({ askedAt: AT, documents: world.documents }));
  server.answer(receivers.sendDocument, ({ documentId }) => takeFile(world, documentId));
  server.answer(receivers.discardReceiver, (input) => {
    const found = world.people.find((receiver) => receiver.id === input.id);
    Object.assign(found!, { state: 'REFUSED', status: 'REJECTED', reason: 'NOT_OPENED' });
    return {};
  });
  server.answer(receivers.createReceiver, ({ connectionId }) => createReceiver(70, { connectionId, ...world.answer }));
  server.answer(payouts.listBankAccounts, ({ search }) => ({
    items: createMoney()
      .accounts.filter(({ kind }) => kind === 'BANK_ACCOUNT')
      .filter(({ person }) => !search || person.name.toLowerCase().includes(search.toLowerCase())),
    next: null,
  }));
}
