/**
 * PIX Automático, laid over the other operations of a member whose bank has it. Journeys 2 and 3. Journey 1 would need the buyer's bank account, and
 * journey 4 a charge with a due date, which the family does not make.
 */
import { asUnsent, Fields, makeOnce, orUnknown, type ProviderContext, ProviderError } from '@feira/plugin-kit';
import type { MandateLookup } from '@feira/schemas/mandate';
import type { Provider } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import { createMandateClient } from './mandate-client.ts';
import {
  chargeOf,
  fromMandate,
  fromMandateCharge,
  fromMandateEvent,
  hasAttemptOn,
  toMandate,
  toMandateCharge,
  toQuery,
} from './mandate-mapping.ts';
import { createChargeProvider, giveBack } from './provider.ts';

/** The most pages of one buyer's mandates that are looked through. */
const MOST_PAGES = 20;

export function createMandateProvider(
  context: ProviderContext,
  createOthers: (context: ProviderContext) => Provider = createChargeProvider,
): Provider {
  const { http, settings, clock } = context;
  const client = createMandateClient(http);
  const others = createOthers(context);

  /** The code of journey 3 is told only where the charge is named. */
  async function readMandate(idRec: string): Promise<Fields | null> {
    const rec = await client.findMandate(idRec);
    const txid = rec && !rec.has('dadosQR.pixCopiaECola') && chargeOf(rec);
    return txid ? client.findMandate(idRec, txid) : rec;
  }

  async function findByReference(lookup: MandateLookup): Promise<Fields | null> {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await client.listMandates(toQuery(lookup, clock.now(), page));
      const found = answer.requireList('recs').find((rec) => rec.text('vinculo.contrato') === lookup.reference);
      if (found) return readMandate(found.requireText('idRec'));
      if (page + 1 >= (answer.number('parametros.paginacao.quantidadeDePaginas') ?? 1)) return null;
    }
    throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'This buyer has more mandates than can be looked through.');
  }

  /** A mandate or charge that has ended cannot be ended: its end is the answer. */
  const end = (cancel: Promise<Fields>, read: () => Promise<Fields | null>, open: readonly string[]) =>
    makeOnce(cancel, async () => {
      const now = await read();
      return now && !open.includes(now.requireText('status').toUpperCase()) ? now : null;
    });

  return {
    ...others,

    async createMandate(request) {
      const location = await asUnsent(client.createLocation(), 'The code of the mandate could not be placed.');
      const loc = location.number('id');
      if (loc === undefined) throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'The field id is missing.');
      const made = await client.createMandate(toMandate(request, loc));
      const rec = await orUnknown(
        readMandate(made.requireText('idRec')),
        'The code of a new mandate could not be read.',
      );
      return fromMandate(rec ?? made);
    },

    async getMandate(lookup) {
      const rec = lookup.mandateId ? await readMandate(lookup.mandateId) : await findByReference(lookup);
      return rec && fromMandate(rec);
    },

    async cancelMandate({ mandateId }) {
      const find = () => client.findMandate(mandateId);
      return fromMandate(await end(client.cancelMandate(mandateId), find, ['CRIADA', 'APROVADA']));
    },

    async chargeMandate(request) {
      const { reference } = request;
      const find = () => client.findCharge(reference);
      return fromMandateCharge(await makeOnce(client.putCharge(reference, toMandateCharge(request, settings)), find));
    },

    async getMandateCharge({ mandateChargeId, reference }) {
      const cobr = await client.findCharge(mandateChargeId ?? reference);
      return cobr && fromMandateCharge(cobr);
    },

    /** A day that has an attempt already gets no second one. */
    async retryMandateCharge({ mandateChargeId, date }) {
      const cobr = await makeOnce(client.retryCharge(mandateChargeId, date), async () => {
        const now = await client.findCharge(mandateChargeId);
        return now && hasAttemptOn(now, date) ? now : null;
      });
      return fromMandateCharge(cobr);
    },

    async cancelMandateCharge({ mandateChargeId }) {
      const find = () => client.findCharge(mandateChargeId);
      return fromMandateCharge(await end(client.cancelCharge(mandateChargeId), find, ['CRIADA', 'ATIVA']));
    },

    refundMandateCharge: (request) =>
      giveBack(createClient(http), request, () => client.findCharge(request.mandateChargeId)),

    async processWebhook(request) {
      return fromMandateEvent(new Fields(request.body)) ?? others.processWebhook!(request);
    },

    async ensureWebhook(request) {
      await others.ensureWebhook!(request);
      await client.setMandateWebhook(request.webhookUrl);
      await client.setChargeWebhook(request.webhookUrl);
    },
  };
}
