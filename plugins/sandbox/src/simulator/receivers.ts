/** Receivers: accounts that get a part of the money, with a key of their own. */
import type { SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
import { isDocument } from '@feira/schemas/rules/document';
import { Refusal, readText, STEP_MS, type World } from './world.ts';

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
}

/** By the part of the e-mail before the @; see README.md. */
const OUTCOMES: Record<string, (nowMs: number) => Pick<ReceiverRecord, 'status' | 'reason' | 'activeAtMs'>> = {
  pending: () => ({ status: 'pending', reason: null, activeAtMs: null }),
  slow: (nowMs) => ({ status: 'pending', reason: null, activeAtMs: nowMs + STEP_MS }),
  refused: () => ({ status: 'refused', reason: 'Documentos não aceitos.', activeAtMs: null }),
};

const toWire = ({ activeAtMs: _, ...receiver }: ReceiverRecord) => receiver;

export async function createReceiver(world: World, { body }: SimulatorRequest): Promise<SimulatorResponse> {
  const [name, document, email] = [readText(body, 'name'), readText(body, 'document'), readText(body, 'email')];
  if (!isDocument(document)) throw new Refusal(422, 'CPF ou CNPJ inválido.', 'document');
  const outcome = OUTCOMES[email.split('@')[0]!]?.(world.nowMs()) ?? {
    status: 'active',
    reason: null,
    activeAtMs: null,
  };
  const id = world.newId('rcv');
  const record: ReceiverRecord = { id, name, document, email, balance: 0, ...outcome };
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
  const isDue = (receiver?: ReceiverRecord) => receiver?.activeAtMs != null && receiver.activeAtMs <= world.nowMs();
  if (!isDue(record)) return record;
  return changeReceiver(world, id, async (receiver) => {
    if (!isDue(receiver)) return;
    Object.assign(receiver, { status: 'active', activeAtMs: null });
    void world.notify('receiver.active', toWire(receiver), null);
  });
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
