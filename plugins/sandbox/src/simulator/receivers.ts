/** Plays receivers: accounts that get a part of the money, with a key of their own. */
import { type SimulatorRequest, type SimulatorResponse, wakeAt } from '@feira/plugin-kit';
import { isDocument } from '@feira/schemas/rules/document';
import { readText, refuse, STEP_MS, type World } from './world.ts';

export interface DocumentRecord {
  id: string;
  kind: 'identity' | 'selfie';
  title: string;
  status: 'wanted' | 'under_review' | 'accepted' | 'refused';
  reason: string | null;
  way: 'file' | 'page';
  /** When what is under review has been looked at. */
  reviewedAtMs: number | null;
}

export interface ReceiverRecord {
  id: string;
  status: 'pending' | 'active' | 'refused';
  name: string;
  document: string;
  email: string;
  reason: string | null;
  /** When a pending one becomes active by itself. */
  activeAtMs: number | null;
  /** The documents that the receiver has to show before it becomes active. */
  documents: DocumentRecord[];
}

const open = { status: 'wanted', reason: null, reviewedAtMs: null } as const;
const DOCUMENTS: readonly DocumentRecord[] = [
  { ...open, id: 'doc_identity', kind: 'identity', title: 'Documento de identificação', way: 'file' },
  { ...open, id: 'doc_selfie', kind: 'selfie', title: 'Prova de vida', way: 'page' },
];

const DATA_URL = /^data:(?:application\/pdf|image\/(?:png|jpeg));base64,[A-Za-z0-9+/]+={0,2}$/;

/** By the part of the e-mail before the @; see README.md. */
const OUTCOMES: Record<string, (nowMs: number) => Pick<ReceiverRecord, 'status' | 'reason' | 'activeAtMs'>> = {
  pending: () => ({ status: 'pending', reason: null, activeAtMs: null }),
  slow: (nowMs) => ({ status: 'pending', reason: null, activeAtMs: nowMs + STEP_MS }),
  // Waits for what it has to show, see documents.ts.
  documents: () => ({ status: 'pending', reason: null, activeAtMs: null }),
  refused: () => ({ status: 'refused', reason: 'Documentos não aceitos.', activeAtMs: null }),
};

async function toWire(world: World, { activeAtMs: _, documents: __, ...receiver }: ReceiverRecord) {
  return { ...receiver, balance: await world.book.balances.read(receiver.id) };
}

export async function createReceiver(world: World, { body }: SimulatorRequest): Promise<SimulatorResponse> {
  const [name, document, email] = [readText(body, 'name'), readText(body, 'document'), readText(body, 'email')];
  if (!isDocument(document)) throw refuse(422, 'CPF ou CNPJ inválido.', 'document');
  // The files are looked at and forgotten: nothing of them is stored.
  for (const [field, file] of Object.entries((body as { files?: Record<string, unknown> }).files ?? {}))
    if (!DATA_URL.test(String(file))) throw refuse(422, 'Envie um PDF, PNG ou JPEG.', `files.${field}`);
  const outcome = OUTCOMES[email.split('@')[0]!]?.(world.nowMs()) ?? {
    status: 'active',
    reason: null,
    activeAtMs: null,
  };
  const id = world.book.ids.next('rcv_');
  const documents = email.startsWith('documents@') ? [...DOCUMENTS] : [];
  const record: ReceiverRecord = { id, name, document, email, documents, ...outcome };
  const apiKey = world.book.ids.next('rk_live_');
  await world.store.set(`receiver-key:${apiKey}`, id);
  await world.store.set(`receiver:${id}`, record);
  if (record.activeAtMs !== null) wakeAt(world.clock, record.activeAtMs, () => findReceiver(world, id));
  return { status: 201, body: { ...(await toWire(world, record)), api_key: apiKey } };
}

export async function getReceiver(world: World, _: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const receiver = await findReceiver(world, id);
  if (!receiver) throw refuse(404, 'Recebedor não encontrado.');
  return { status: 200, body: await toWire(world, receiver) };
}

/** The receiver as it is now; becoming active is told by webhook. */
export async function findReceiver(world: World, id: string): Promise<ReceiverRecord | undefined> {
  const record = await world.store.get<ReceiverRecord>(`receiver:${id}`);
  const nowMs = world.nowMs();
  const isOver = (atMs: number | null | undefined) => atMs != null && atMs <= nowMs;
  const isDue = (receiver?: ReceiverRecord) =>
    isOver(receiver?.activeAtMs) || receiver?.documents.some(({ reviewedAtMs }) => isOver(reviewedAtMs));
  if (!isDue(record)) return record;
  return changeReceiver(world, id, (receiver) => {
    if (!isDue(receiver)) return;
    receiver.documents = receiver.documents.map((document) =>
      isOver(document.reviewedAtMs) ? { ...document, status: 'accepted', reviewedAtMs: null } : document,
    );
    activate(world, receiver, isOver(receiver.activeAtMs));
  });
}

/** With everything accepted that it had to show, or when its time has come, a receiver is active: a webhook tells it. */
export function activate(world: World, receiver: ReceiverRecord, isTime = false): void {
  const { status, documents } = receiver;
  const isProven = documents.length > 0 && documents.every((document) => document.status === 'accepted');
  if (status !== 'pending' || !(isTime || isProven)) return;
  Object.assign(receiver, { status: 'active', activeAtMs: null });
  void toWire(world, receiver).then((wire) => world.notify('receiver.active', wire, null));
}

/** Changes a copy in its turn and stores it; undefined when there is no such receiver. */
export const changeReceiver = (
  world: World,
  id: string,
  work: (receiver: ReceiverRecord) => void,
): Promise<ReceiverRecord | undefined> =>
  world.inTurn(`receiver:${id}`, async () => {
    const stored = await world.store.get<ReceiverRecord>(`receiver:${id}`);
    if (!stored) return undefined;
    const receiver = { ...stored };
    work(receiver);
    await world.store.set(`receiver:${id}`, receiver);
    return receiver;
  });

/** Returns the receiver whose key asks; null for the platform's own. */
export async function findKeyOwner(world: World, { headers }: SimulatorRequest): Promise<string | null> {
  const { authorization = '' } = headers;
  if (authorization === `Bearer ${world.credentials.secretKey}`) return null;
  const receiverId = await world.store.get<string>(`receiver-key:${authorization.slice('Bearer '.length)}`);
  if (receiverId === undefined) throw refuse(401, 'Chave inválida.');
  return receiverId;
}
