import * as declared from '@feira/schemas/procedures/risk';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { tryRules } from './dry-run.ts';
import { selectTried } from './dry-run-model.ts';
import { deleteEntry, ENTRIES, REFUSED, selectVersions } from './list-model.ts';
import { asksDocuments } from './model.ts';
import { readRatios } from './ratios.ts';
import { REVIEWS } from './review-model.ts';
import { decideReview } from './service.ts';

/** The module money-rules adds those that save rules and add entries, because a second person may have to approve. */
export default fp(
  async (app) => {
    app.procedure(declared.getRules, async ({ platform }) => {
      const [newest, ...history] = await app.database.list(platform.id, selectVersions(platform.id), true);
      const { currency } = platform.settings;
      return { version: newest?.version ?? 0, currency, rules: newest?.rules ?? [], history };
    });
    app.procedure(declared.dryRun, async ({ input, platform }) => {
      const own = platform.settings.currency;
      const currencies = [...new Set([own, ...input.rules.map(({ currency }) => currency ?? own)])];
      const rows = await app.database.list(
        platform.id,
        selectTried(platform.id, currencies, asksDocuments(input.rules)),
      );
      const isCut = rows.length === declared.MOST_DRY_RUN;
      return { purchases: rows.length, isCut, rules: tryRules(input.rules, rows, own) };
    });
    app.procedure(declared.listEntries, async ({ input, platform }) => {
      const { rows, next } = await readPage(app, platform.id, ENTRIES, input);
      return { items: rows, next };
    });
    app.procedure(declared.removeEntry, ({ input, platform, request }) =>
      app.database.transaction(platform.id, async (transaction) => {
        const removed = await transaction.find(deleteEntry(platform.id, input.entryId));
        if (!removed) throw new AppError('RISK_ENTRY_NOT_FOUND', { fields: ['entryId'] });
        await transaction.run(recordEvent(platform.id, request, { type: 'risk.entryRemoved', details: removed }));
      }),
    );
    app.procedure(declared.getRatios, async ({ platform: { id } }) => {
      const { platform, sellers } = await readRatios(app, id);
      const { seller: _, ...own } = platform;
      return { platform: own, sellers: sellers.flatMap(({ seller, ...row }) => (seller ? { seller, ...row } : [])) };
    });
    app.procedure(declared.listReviews, async ({ input, platform }) => {
      const { rows, next } = await readPage(app, platform.id, REVIEWS, input);
      return { items: rows, next };
    });
    app.procedure(declared.decideReview, ({ input, platform, request }) =>
      decideReview(app, platform.id, request, input),
    );
    app.procedure(declared.listRefused, async ({ input, platform }) => {
      const { rows, next } = await readPage(app, platform.id, REFUSED, input);
      return { items: rows, next };
    });
  },
  { name: 'risk-procedures', dependencies: ['procedures', 'database', 'clock', 'config'] },
);
