/** Plays the recipients of the simulated Pagar.me, and their proof of identity. */
import { answer, bodyOf, invalid, refuse, toTime } from './wire.ts';
import type { Handler, World } from './world.ts';
import { load } from './world.ts';

interface StoredRecipient extends Record<string, unknown> {
  id: string;
  status: string;
}

/** Whose e-mail begins so has to prove who they are first. */
const ASKED = 'documents@';
const UNPROVED = {
  status: 'affiliation',
  kyc_details: { status: 'partially_denied', status_reason: 'additional_documents_required' },
};
const PROVED = { status: 'active', kyc_details: { status: 'approved', status_reason: 'ok' } };
const LINK_MS = 20 * 60_000;

export const createRecipient: Handler = async (world, request) => {
  const body = bodyOf(request);
  const person = body.register_information as Record<string, unknown> | undefined;
  if (!person) throw invalid('recipient.register_information', 'The register_information field is required.');
  for (const field of ['email', 'document', 'type']) {
    if (!person[field]) throw invalid(`recipient.${field}`, `The ${field} field is required.`);
  }
  const account = body.default_bank_account as Record<string, unknown> | undefined;
  if (!account) throw invalid('recipient.default_bank_account', 'The default_bank_account field is required.');
  if (account.holder_document !== person.document) {
    throw invalid('recipient.default_bank_account.holder_document', 'It must be the document of the recipient.');
  }
  const recipient: StoredRecipient = {
    ...body,
    name: person.name ?? person.company_name,
    email: person.email,
    document: person.document,
    id: world.book.ids.next('re_'),
    ...(String(person.email).startsWith(ASKED) ? UNPROVED : PROVED),
    created_at: toTime(world.clock.now().toISOString()),
  };
  await world.store.set(`recipient:${recipient.id}`, recipient);
  return answer(recipient);
};

export async function loadRecipient(world: World, id: string): Promise<StoredRecipient> {
  // The platform's own recipient exists from the start.
  if (id && id === world.credentials.defaultRecipientId) return { id, status: 'active', name: 'Platform' };
  return load<StoredRecipient>(world, `recipient:${id}`, 'Recipient');
}

export const getRecipient: Handler = async (world, _, id = '') => answer(await loadRecipient(world, id));

export const createKycLink: Handler = async (world, _, recipientId = '') => {
  const { id, status } = await loadRecipient(world, recipientId);
  if (status !== UNPROVED.status) throw refuse(412, 'The recipient has nothing to prove.');
  const expiresAt = new Date(world.clock.now().getTime() + LINK_MS);
  return answer({ url: `${world.publicUrl}/kyc/${id}`, base64: '', expiration_date: expiresAt.toISOString() });
};

/** Shows the page behind the link: sending its form proves the recipient's identity. */
export const showKyc: Handler = async (world, { method }, id = '') => {
  const isSent = method === 'POST';
  const recipient = await loadRecipient(world, id);
  if (isSent && recipient.status === UNPROVED.status) {
    const proved = { ...recipient, ...PROVED };
    await world.store.set(`recipient:${id}`, proved);
    void world.sendEvent('recipient.updated', proved);
  }
  const content = isSent ? '<p>Pronto.</p>' : '<form method="post"><button>Sou eu</button></form>';
  const body = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Prova de vida simulada</title>${content}</html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
};
