import * as fees from '@feira/schemas/procedures/fees';
import * as declared from '@feira/schemas/procedures/money-rules';
import * as risk from '@feira/schemas/procedures/risk';
import * as routing from '@feira/schemas/procedures/routing';
import * as settings from '@feira/schemas/procedures/settings';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { readPage } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { recordEvent } from '../audit/service.ts';
import { listEntry, lockRules, toListed } from '../risk/service.ts';
import { PROPOSALS, type ProposalRow } from './model.ts';
import { prepareNaming } from './naming.ts';
import { decideProposal, mayDecide, previewRestore, previewRules, proposeRules, restoreRules } from './service.ts';

function toShown({ proposerId, proposerEmail: _, deciderId: __, ...row }: ProposalRow, person: Person) {
  const isOwn = proposerId === person.id;
  const isConcerned = row.kind === 'TERMS' && row.subject === person.id;
  const isWaiting = row.status === 'WAITING';
  return {
    ...row,
    mayApprove: isWaiting && !isOwn && !isConcerned,
    mayReject: isWaiting && !isOwn && !isConcerned,
    mayCancel: !isConcerned && ((isWaiting && isOwn) || row.status === 'SCHEDULED'),
    // An entry that allows somebody is taken off its list directly.
    mayRestore: row.status === 'APPLIED' && !isConcerned && row.kind !== 'RISK_ALLOWED',
  };
}

/** Adds the procedures about proposals, and those that change money rules: each of them makes a proposal. */
export default fp(
  async (app) => {
    const toCall = async (request: FastifyRequest, person: Person, platformId?: string) => ({
      platformId: await resolveOperated(app, request, platformId),
      request,
      person,
    });

    app.procedure(settings.updateRules, async ({ input, platform, person, request }) => {
      const { version, effectiveOn, note, ...values } = input;
      const how = { version, effectiveOn, note };
      return proposeRules(app, await toCall(request, person), {
        ...how,
        kind: 'SETTINGS',
        subject: platform.id,
        values,
      });
    });

    app.procedure(fees.setPersonTerms, async ({ input, person, request }) => {
      const { version, effectiveOn, note, personId, ...values } = input;
      const how = { version, effectiveOn, note };
      return proposeRules(app, await toCall(request, person), { ...how, kind: 'TERMS', subject: personId, values });
    });

    app.procedure(fees.setConnectionCosts, async ({ input, person, request }) => {
      const { version, effectiveOn, note, platformId, connectionId, costs } = input;
      const call = await toCall(request, person, platformId);
      const how = { version, effectiveOn, note };
      return proposeRules(app, call, { ...how, kind: 'COSTS', subject: connectionId, values: { costs } });
    });

    app.procedure(routing.setRoutes, async ({ input, person, request }) => {
      const { version, effectiveOn, note, platformId, method, routes } = input;
      const call = await toCall(request, person, platformId);
      const how = { version, effectiveOn, note };
      return proposeRules(app, call, { ...how, kind: 'ROUTES', subject: method, values: { routes } });
    });

    app.procedure(risk.saveRules, async ({ input: { version, rules }, platform, person, request }) =>
      proposeRules(app, await toCall(request, person), {
        kind: 'RISK_RULES',
        subject: platform.id,
        values: { rules },
        async alongside(transaction) {
          const newest = await lockRules(transaction, platform.id);
          if (newest.version !== version) throw new AppError('EDIT_CONFLICT', { fields: ['version'] });
          return [];
        },
      }),
    );

    app.procedure(risk.addEntry, async ({ input, platform, person, request }) => {
      const { subject, entry } = toListed(app, input);
      const how = { kind: 'RISK_ALLOWED', subject, subjectName: entry.label, values: { entry } } as const;
      if (input.list === 'ALLOW') return proposeRules(app, await toCall(request, person), how);
      await app.database.transaction(platform.id, (transaction) =>
        listEntry(transaction, platform.id, { subject, entry, addedBy: person }, (told) => [
          recordEvent(platform.id, request, told),
        ]),
      );
      return { proposalId: null, status: 'APPLIED' } as const;
    });

    app.procedure(settings.previewRules, async ({ input, platform, person, request }) => {
      const { version, price, ...values } = input;
      const change = { version, price, kind: 'SETTINGS', subject: platform.id, values } as const;
      return previewRules(app, await toCall(request, person), change);
    });

    app.procedure(fees.previewPersonTerms, async ({ input, person, request }) => {
      const { version, price, personId, ...values } = input;
      const change = { version, price, kind: 'TERMS', subject: personId, values } as const;
      return previewRules(app, await toCall(request, person), change);
    });

    app.procedure(fees.previewConnectionCosts, async ({ input, person, request }) => {
      const { version, price, platformId, connectionId, costs } = input;
      const change = { version, price, kind: 'COSTS', subject: connectionId, values: { costs } } as const;
      return previewRules(app, await toCall(request, person, platformId), change);
    });

    app.procedure(routing.previewRoutes, async ({ input, person, request }) => {
      const { version, price, platformId, method, routes } = input;
      const change = { version, price, kind: 'ROUTES', subject: method, values: { routes } } as const;
      return previewRules(app, await toCall(request, person, platformId), change);
    });

    app.procedure(declared.listProposals, async ({ input: { platformId, kind, ...filter }, person, request }) => {
      const target = await resolveOperated(app, request, platformId);
      const seen = declared.MONEY_RULE_KINDS.filter((known) => mayDecide(known, person) && (kind ?? known) === known);
      const { rows, next } = await readPage(app, target, PROPOSALS, { ...filter, kinds: seen });
      const show = await prepareNaming(app, target, rows);
      return { proposals: rows.map((row) => toShown({ ...row, ...show(row) }, person)), next };
    });

    app.procedure(declared.decideProposal, async ({ input: { platformId, ...decision }, person, request }) =>
      decideProposal(app, await toCall(request, person, platformId), decision),
    );

    app.procedure(declared.previewRestore, async ({ input: { platformId, proposalId }, person, request }) =>
      previewRestore(app, await toCall(request, person, platformId), proposalId),
    );

    app.procedure(declared.restoreRules, async ({ input: { platformId, ...input }, person, request }) =>
      restoreRules(app, await toCall(request, person, platformId), input),
    );
  },
  { name: 'money-rules-procedures', dependencies: ['procedures', 'database', 'platforms', 'clock', 'config'] },
);
