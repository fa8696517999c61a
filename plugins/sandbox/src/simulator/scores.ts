/** Plays a risk provider: the e-mail of a buyer says which score a purchase gets. */
import type { SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
import { readAmount, readText, refuse, type World } from './world.ts';

const USUAL = 12;
/** `risco87@…` gets 87; see README.md. */
const TOLD = /risco(\d{1,3})/i;
const OUTCOMES = ['paid', 'refused', 'charged_back'];

interface ScoreRecord {
  id: string;
  score: number;
  reason: string | null;
}

/** The same reference is scored once. */
export async function createScore(world: World, { body }: SimulatorRequest): Promise<SimulatorResponse> {
  const reference = readText(body, 'reference');
  const email = readText((body as { payer?: unknown }).payer, 'email');
  readAmount(body);
  return world.inTurn(`score:${reference}`, async () => {
    const known = await world.store.get<ScoreRecord>(`score-of:${reference}`);
    if (known) return { status: 200, body: known };
    const [, told] = TOLD.exec(email) ?? [];
    const score = Math.min(100, Number(told ?? USUAL));
    const record: ScoreRecord = {
      id: world.book.ids.next('scr_'),
      score,
      reason: score >= 75 ? 'E-mail parecido com o de fraudes anteriores.' : null,
    };
    await world.store.set(`score-of:${reference}`, record);
    await world.store.set(`score:${record.id}`, { outcomes: [] });
    return { status: 201, body: record };
  });
}

/** Notes the outcome of a purchase; a repeated report is noted once. */
export async function takeOutcome(
  world: World,
  { body }: SimulatorRequest,
  scoreId: string,
): Promise<SimulatorResponse> {
  const outcome = readText(body, 'outcome');
  readAmount(body);
  if (!OUTCOMES.includes(outcome)) throw refuse(422, `outcome: informe ${OUTCOMES.join(', ')}.`, 'outcome');
  return world.inTurn(`score:${scoreId}`, async () => {
    const known = await world.store.get<{ outcomes: string[] }>(`score:${scoreId}`);
    if (!known) throw refuse(404, 'Pontuação não encontrada.');
    const outcomes = [...new Set([...known.outcomes, outcome])];
    await world.store.set(`score:${scoreId}`, { outcomes });
    return { status: 200, body: { id: scoreId, outcomes } };
  });
}
