import * as declared from '@feira/schemas/procedures/risk';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { tryRules } from './dry-run.ts';
import { selectTried } from './dry-run-model.ts';
import { deleteEntry, ENTRIES, insertVersion, REFUSED, selectVersions, upsertEntry } from './list-model.ts';
import { REVIEWS } from './review-model.ts';
import { decideReview } from './service.ts';
import { nameSubject } from './subjects.ts';

const DAY_MS = 86_400_000;

export default fp(
  async (app) => {
    app.procedure(declared.getRules, async ({ platform }) => {
      const [newest, ...history] = await app.database.list(platform.id, selectVersions(platform.id), true);
      const { currency } = platform.settings;
      return { version: newest?.version ?? 0, currency, rules: newest?.rules ?? [], history };
    });
    app.procedure(declared.saveRules, async ({ input, platform, person, request }) => {
      const version = input.version + 1;
      await app.database.transaction(platform.id, async (transaction) => {
        const saved = await transaction.run(
          insertVersion(platform.id, { version, rules: input.rules, savedBy: person }),
        );
        if (saved === 0) throw new AppError('EDIT_CONFLICT', { fields: ['version'] });
        const details = { version, rules: input.rules.length };
        await transaction.run(recordEvent(platform.id, request, { type: 'risk.rulesChanged', details }));
      });
      return { version };
    });
    app.procedure(declared.dryRun, async ({ input, platform }) => {
      const rows = await app.database.list(platform.id, selectTried(platform.id, platform.settings.currency));
      const isCut = rows.length === declared.MOST_DRY_RUN;
      return { purchases: rows.length, isCut, rules: tryRules(input.rules, rows) };
    });
    app.procedure(declared.listEntries, async ({ input, platform }) => {
      const { rows, next } = await readPage(app, platform.id, ENTRIES, input);
      return { items: rows, next };
    });
    app.procedure(declared.addEntry, async ({ input, platform, person, request }) => {
      const { list, kind, value, reason, days } = input;
      const named = nameSubject(app, kind, value);
      if (!named) throw new AppError('RISK_VALUE_INVALID', { fields: ['value'] });
      const endsAt = days ? new Date(app.clock.now().getTime() + days * DAY_MS) : null;
      await app.database.write(platform.id, [
        upsertEntry(platform.id, { id: newId(), list, kind, ...named, reason, addedBy: person, endsAt }),
        recordEvent(platform.id, request, {
          type: 'risk.entryAdded',
          details: { list, kind, label: named.label, reason },
        }),
      ]);
    });
    app.procedure(declared.removeEntry, ({ input, platform, request }) =>
      app.database.transaction(platform.id, async (transaction) => {
        const removed = await transaction.find(deleteEntry(platform.id, input.entryId));
        if (!removed) throw new AppError('RISK_ENTRY_NOT_FOUND', { fields: ['entryId'] });
        await transaction.run(recordEvent(platform.id, request, { type: 'risk.entryRemoved', details: removed }));
      }),
    );
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
