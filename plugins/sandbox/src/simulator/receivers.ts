/** Receivers: accounts that get a part of the money, with a key of their own. */
import type { SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
import { isDocument } from '@feira/schemas/rules/document';
import { Refusal, readText, STEP_MS, type World } from './world.ts';

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
  balance: number;
  reason: string | null;
  /** When a pending one becomes active by itself. */
  activeAtMs: number | null;
  /** What it has to show before it becomes active. */
  documents: DocumentRecord[];
}

const open = { status: 'wanted', reason: null, reviewedAtMs: null } as const;
const DOCUMENTS: readonly DocumentRecord[] = [
  { ...open, id: 'doc_identity', kind: 'identity', title: 'Documento de identificação', way: 'file' },
  { ...open, id: 'doc_selfie', kind: 'selfie', title: 'Prova de vida', way: 'page' },
];

/** By the part of the e-mail before the @; see README.md. */
const OUTCOMES: Record<string, (nowMs: number) => Pick<ReceiverRecord, 'status' | 'reason' | 'activeAtMs'>> = {
  pending: () => ({ status: 'pending', reason: null, activeAtMs: null }),
  slow: (nowMs) => ({ status: 'pending', reason: null, activeAtMs: nowMs + STEP_MS }),
  // Waits for what it has to show, see documents.ts.
  documents: () => ({ status: 'pending', reason: null, activeAtMs: null }),
  refused: () => ({ status: 'refused', reason: 'Documentos não aceitos.', activeAtMs: null }),
};

export const toWire = ({ activeAtMs: _, documents: __, ...receiver }: ReceiverRecord) => receiver;

export async function createReceiver(world: World, { body }: SimulatorRequest): Promise<SimulatorResponse> {
  const [name, document, email] = [readText(body, 'name'), readText(body, 'document'), readText(body, 'email')];
  if (!isDocument(document)) throw new Refusal(422, 'CPF ou CNPJ inválido.', 'document');
  const outcome = OUTCOMES[email.split('@')[0]!]?.(world.nowMs()) ?? {
    status: 'active',
    reason: null,
    activeAtMs: null,
  };
  const id = world.newId('rcv');
  const documents = email.startsWith('documents@') ? [...DOCUMENTS] : [];
  const record: ReceiverRecord = { id, name, document, email, balance: 0, documents, ...outcome };
  const apiKey = `rk_${world.newId('live')}`;
  await world.store.set(`receiver-key:${apiKey}`, id);
  await world.store.set(`receiver:${id}`, record);
  if (record.activeAtMs !== null) world.wakeAt(record.activeAtMs, () => findReceiver(world, id));
  return { status: 201, body: { ...toWire(record), api_key: apiKey } };
}

export async function getReceiver(world: World, id: string): Promise<SimulatorResponse> {
  const receiver = await findReceiver(world, id);
  if (!receiver) throw new Refusal(404, 'Recebedor não encontrado.');
  return { status: 200, body: toWire(receiver) };
}

/** The receiver as it is now; becoming active is told by webhook. */
export async function findReceiver(world: World, id: string): Promise<ReceiverRecord | undefined> {
  const record = await world.store.get<ReceiverRecord>(`receiver:${id}`);
  const nowMs = world.nowMs();
  const isOver = (atMs: number | null | undefined) => atMs != null && atMs <= nowMs;
  const isDue = (receiver?: ReceiverRecord) =>
    isOver(receiver?.activeAtMs) || receiver?.documents.some(({ reviewedAtMs }) => isOver(reviewedAtMs));
  if (!isDue(record)) return record;
  return changeReceiver(world, id, async (receiver) => {
    if (!isDue(receiver)) return;
    receiver.documents = receiver.documents.map((document) =>
      isOver(document.reviewedAtMs) ? { ...document, status: 'accepted', reviewedAtMs: null } : document,
    );
    if (isOver(receiver.activeAtMs)) Object.assign(receiver, { status: 'active', activeAtMs: null });
    else if (!activate(receiver)) return;
    void world.notify('receiver.active', toWire(receiver), null);
  });
}

/** With everything accepted that it had to show, a receiver is active. */
export function activate(receiver: ReceiverRecord): boolean {
  if (receiver.status !== 'pending' || receiver.documents.length === 0) return false;
  if (receiver.documents.some(({ status }) => status !== 'accepted')) return false;
  receiver.status = 'active';
  return true;
}

/** Changes a copy in its turn and stores it; undefined when there is no such receiver. */
export const changeReceiver = (
  world: World,
  id: string,
  work: (receiver: ReceiverRecord) => Promise<void>,
): Promise<ReceiverRecord | undefined> =>
  world.inTurn(`receiver:${id}`, async () => {
    const stored = await world.store.get<ReceiverRecord>(`receiver:${id}`);
    if (!stored) return undefined;
    const receiver = { ...stored };
    await work(receiver);
    await world.store.set(`receiver:${id}`, receiver);
    return receiver;
  });

export const findReceiverIdByKey = (world: World, apiKey: string) => world.store.get<string>(`receiver-key:${apiKey}`);
