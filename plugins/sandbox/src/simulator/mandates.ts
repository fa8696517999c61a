/** Plays mandates and the charges under them. */
import type { SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
import { MANDATE_JOURNEYS, type MandatePeriod } from '@feira/schemas/mandate';
import { buildBrCode } from '@feira/schemas/rules/br-code';
import { isDocument } from '@feira/schemas/rules/document';
import { toWireMandate, toWireMandateCharge, toWireMandateRefund } from './mandate-wire.ts';
import { readAmount, readText, refuse, type World } from './world.ts';

const PERIODS: Record<string, MandatePeriod> = {
  week: 'WEEKLY',
  month: 'MONTHLY',
  quarter: 'QUARTERLY',
  half_year: 'SEMIANNUAL',
  year: 'YEARLY',
};
const MERCHANT = { merchantName: 'FEIRA SANDBOX', merchantCity: 'SAO PAULO' };

function readDay(body: unknown, field: string): string {
  const day = readText(body, field);
  if (/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  throw refuse(422, `${field}: informe um dia.`, field);
}

const isGiven = (body: unknown, field: string) => (body as Record<string, unknown>)[field] !== undefined;
const readWebhookUrl = (body: unknown) => (isGiven(body, 'webhook_url') ? readText(body, 'webhook_url') : null);

export async function createMandate(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const { body } = request;
  const wanted = (body ?? {}) as Record<string, unknown>;
  const reference = readText(body, 'reference');
  const period = PERIODS[readText(body, 'period')];
  if (!period) throw refuse(422, 'period: use week, month, quarter ou year.', 'period');
  const journey = MANDATE_JOURNEYS.find((one) => one === wanted.journey);
  if (!journey) throw refuse(422, 'journey: use 1, 2, 3 ou 4.', 'journey');
  const document = readText(wanted.payer, 'document');
  if (!isDocument(document)) throw refuse(422, 'CPF ou CNPJ inválido.', 'payer.document');
  if (isGiven(body, 'amount') === isGiven(body, 'max_amount'))
    throw refuse(422, 'Informe amount ou max_amount.', 'amount');
  if (journey === 1) readText(wanted.payer_account, 'account');
  const chargeId = journey > 2 ? readText(body, 'charge_id') : null;
  const charge = chargeId ? await world.book.findCharge(request, chargeId) : undefined;
  if (chargeId && charge?.method !== 'PIX') throw refuse(422, 'charge_id: informe uma cobrança por PIX.', 'charge_id');
  const id = world.book.ids.next('mdt_');
  const mandate = await world.mandates.create(request, () => id, {
    reference,
    journey,
    period,
    retries: wanted.retries === 'three_in_seven_days' ? '3R_7D' : 'NONE',
    amount: isGiven(body, 'amount') ? readAmount(body) : null,
    maxAmount: isGiven(body, 'max_amount') ? readAmount({ amount: wanted.max_amount }) : null,
    firstChargeDate: readDay(body, 'first_charge_date'),
    endDate: isGiven(body, 'end_date') ? readDay(body, 'end_date') : null,
    document,
    chargeId,
    data: { code: journey === 1 ? null : toCode(id, charge), webhookUrl: readWebhookUrl(body) },
  });
  return { status: 201, body: toWireMandate(mandate) };
}

/** One code asks for the agreement, and with a charge pays it as well. */
function toCode(id: string, charge: { transactionId: string; amount: number } | undefined): string {
  const recurrenceUrl = `sandbox.acquirer.invalid/rec/${id}`;
  if (!charge) return buildBrCode({ ...MERCHANT, recurrenceUrl });
  const url = `sandbox.acquirer.invalid/pix/${charge.transactionId}`;
  return buildBrCode({ ...MERCHANT, recurrenceUrl, url, amount: charge.amount });
}

export async function getMandate(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const mandate = await world.mandates.find(request, id);
  if (!mandate) throw refuse(404, 'Autorização não encontrada.');
  return { status: 200, body: toWireMandate(mandate) };
}

export async function findMandates(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const mandates = await world.mandates.listByReference(request, readText(request.query, 'reference'));
  return { status: 200, body: { items: mandates.map(toWireMandate) } };
}

/** Ends a mandate; one that has ended stays as it ended. */
export async function cancelMandate(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const mandate = await world.mandates.find(request, id);
  if (!mandate) throw refuse(404, 'Autorização não encontrada.');
  const isOpen = mandate.status === 'PENDING' || mandate.status === 'ACTIVE';
  return { status: 200, body: toWireMandate(isOpen ? await world.mandates.cancel(id) : mandate) };
}

export async function chargeMandate(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const { body } = request;
  const charge = await world.mandates.createCharge(request, () => world.book.ids.next('mch_'), {
    mandateId: id,
    reference: readText(body, 'reference'),
    amount: readAmount(body),
    dueDate: readDay(body, 'due_date'),
    data: { code: null, webhookUrl: readWebhookUrl(body) },
  });
  return { status: 201, body: toWireMandateCharge(charge) };
}

export async function getMandateCharge(
  world: World,
  request: SimulatorRequest,
  id: string,
): Promise<SimulatorResponse> {
  const charge = await world.mandates.findCharge(request, id);
  if (!charge) throw refuse(404, 'Cobrança não encontrada.');
  return { status: 200, body: toWireMandateCharge(charge) };
}

export async function findMandateCharges(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const charges = await world.mandates.listChargesByReference(request, readText(request.query, 'reference'));
  return { status: 200, body: { items: charges.map(toWireMandateCharge) } };
}

export async function retryMandateCharge(world: World, { body }: SimulatorRequest, id: string) {
  return { status: 201, body: toWireMandateCharge(await world.mandates.retryCharge(id, readDay(body, 'date'))) };
}

/** Ends a charge of a mandate; one that has ended stays as it ended. */
export async function cancelMandateCharge(world: World, request: SimulatorRequest, id: string) {
  const charge = await world.mandates.findCharge(request, id);
  if (!charge) throw refuse(404, 'Cobrança não encontrada.');
  const isOpen = charge.status === 'PENDING';
  return { status: 200, body: toWireMandateCharge(isOpen ? await world.mandates.cancelCharge(id) : charge) };
}

export async function refundMandateCharge(world: World, request: SimulatorRequest, id: string) {
  const refund = await world.mandates.refundCharge(id, () => world.book.ids.next('mrf_'), {
    reference: readText(request.body, 'reference'),
    amount: readAmount(request.body),
  });
  return { status: 201, body: toWireMandateRefund(refund) };
}
