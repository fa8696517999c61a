/** Plays a provider that looks at the documents of people: their e-mail says what it finds. */
import { type SimulatorRequest, type SimulatorResponse, wakeAt } from '@feira/plugin-kit';
import { readText, refuse, STEP_MS, type World } from './world.ts';

interface CheckRecord {
  id: string;
  status: 'processing' | 'passed' | 'failed' | 'manual';
  reason: string | null;
  refused: { file: string; reason: string }[];
  email: string;
  webhookUrl: string;
  readyAtMs: number;
}

const DATA_URL = /^data:(?:application\/pdf|image\/(?:png|jpeg));base64,[A-Za-z0-9+/]+={0,2}$/;

/** By the part of the e-mail before the @; see README.md. */
const FINDINGS: Record<string, Pick<CheckRecord, 'status' | 'reason' | 'refused'>> = {
  ilegivel: {
    status: 'failed',
    reason: 'A foto do documento está ilegível.',
    refused: [{ file: 'photoDocument', reason: 'illegible' }],
  },
  duvida: { status: 'manual', reason: 'O rosto não foi reconhecido com certeza.', refused: [] },
};
const PASSED: Pick<CheckRecord, 'status' | 'reason' | 'refused'> = { status: 'passed', reason: null, refused: [] };

const toWire = ({ id, status, reason, refused }: CheckRecord) => ({ id, status, reason, refused });

/** The same reference is checked once. The files are looked at and forgotten. */
export async function createIdentityCheck(world: World, { body }: SimulatorRequest): Promise<SimulatorResponse> {
  const [reference, email] = [readText(body, 'reference'), readText(body, 'email')];
  readText(body, 'name');
  readText(body, 'document');
  const { files = {} } = body as { files?: Record<string, unknown> };
  if (Object.keys(files).length === 0) throw refuse(422, 'Envie os documentos.', 'files');
  for (const [field, file] of Object.entries(files))
    if (!DATA_URL.test(String(file))) throw refuse(422, 'Envie um PDF, PNG ou JPEG.', `files.${field}`);
  return world.inTurn(`identity-check:${reference}`, async () => {
    const known = await world.store.get<string>(`identity-check-of:${reference}`);
    const record: CheckRecord = (known ? await findCheck(world, known) : undefined) ?? {
      id: world.book.ids.next('idc_'),
      status: 'processing',
      reason: null,
      refused: [],
      email,
      webhookUrl: readText(body, 'webhook_url'),
      readyAtMs: world.nowMs() + STEP_MS,
    };
    if (!known) {
      await world.store.set(`identity-check-of:${reference}`, record.id);
      await world.store.set(`identity-check:${record.id}`, record);
      wakeAt(world.clock, record.readyAtMs, () => findCheck(world, record.id));
    }
    return { status: known ? 200 : 201, body: toWire(record) };
  });
}

export async function getIdentityCheck(world: World, _: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const record = await findCheck(world, id);
  if (!record) throw refuse(404, 'Conferência não encontrada.');
  return { status: 200, body: toWire(record) };
}

/** The check as it is now; its end is told by webhook. */
async function findCheck(world: World, id: string): Promise<CheckRecord | undefined> {
  const record = await world.store.get<CheckRecord>(`identity-check:${id}`);
  if (record?.status !== 'processing' || record.readyAtMs > world.nowMs()) return record;
  const ended: CheckRecord = { ...record, ...(FINDINGS[record.email.split('@')[0]!] ?? PASSED) };
  await world.store.set(`identity-check:${id}`, ended);
  await world.notify('identity_check.finished', toWire(ended), record.webhookUrl);
  return ended;
}
