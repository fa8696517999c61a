import * as declared from '@feira/schemas/procedures/profiles';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { toDestination } from '../payouts/service.ts';
import { selectBuyerEmail } from './buyer-model.ts';
import {
  selectContracts,
  selectDestinationUses,
  selectDisputes,
  selectHoldReasons,
  selectNextHolds,
  selectReceivers,
  selectSessions,
  selectWithdrawals,
} from './model.ts';
import { deleteOwnNote, insertNote, NOTES, selectNote } from './note-model.ts';
import { findBuyer, getHead, getPerson } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.getHead, ({ input, platform }) =>
      getHead(app, platform.id, input.personId, platform.settings.currency),
    );

    app.procedure(declared.getMoney, async ({ input, platform }) => {
      await getPerson(app, platform.id, input.personId);
      const [reasons, holds] = await app.database.read(
        platform.id,
        [selectHoldReasons(platform.id, input.personId), selectNextHolds(platform.id, input.personId)],
        true,
      );
      return { reasons: reasons.rows, holds: holds.rows };
    });

    app.procedure(declared.listWithdrawals, async ({ input, platform }) => {
      await getPerson(app, platform.id, input.personId);
      return { items: await app.database.list(platform.id, selectWithdrawals(platform.id, input.personId), true) };
    });

    app.procedure(declared.getDestinations, async ({ input, platform }) => {
      await getPerson(app, platform.id, input.personId);
      const [destinations, receivers] = await app.database.read(
        platform.id,
        [selectDestinationUses(platform.id, input.personId), selectReceivers(platform.id, input.personId)],
        true,
      );
      return { destinations: destinations.rows.map(toDestination), receivers: receivers.rows };
    });

    app.procedure(declared.listContracts, async ({ input, platform }) => {
      await getPerson(app, platform.id, input.personId);
      return { items: await app.database.list(platform.id, selectContracts(platform.id, input.personId)) };
    });

    app.procedure(declared.listDisputes, async ({ input, platform }) => {
      await getPerson(app, platform.id, input.personId);
      return { items: await app.database.list(platform.id, selectDisputes(platform.id, input.personId), true) };
    });

    app.procedure(declared.listSessions, async ({ input, platform }) => {
      await getPerson(app, platform.id, input.personId);
      return { items: await app.database.list(platform.id, selectSessions(platform.id, input.personId), true) };
    });

    app.procedure(declared.listNotes, async ({ input, platform, person }) => {
      await getPerson(app, platform.id, input.personId);
      const { rows, next } = await readPage(app, platform.id, NOTES, { ...input, callerId: person.id });
      return { items: rows, next };
    });

    app.procedure(declared.addNote, async ({ input, platform, person, request }) => {
      const about = await getPerson(app, platform.id, input.personId);
      const note = { id: newId(), personId: about.id, author: person, text: input.text };
      const subject = { type: 'person', id: about.id, name: about.name, email: about.email } as const;
      await app.database.write(platform.id, [
        insertNote(platform.id, note),
        // The log does not repeat the text, which its author may still delete.
        recordEvent(platform.id, request, { type: 'people.noteAdded', subject }),
      ]);
      return { noteId: note.id };
    });

    app.procedure(declared.deleteNote, ({ input: { noteId }, platform, person, request }) =>
      app.database.transaction(platform.id, async (transaction) => {
        const about = await transaction.find(deleteOwnNote(platform.id, noteId, person.id));
        if (!about) {
          const isThere = await transaction.find(selectNote(platform.id, noteId));
          throw new AppError(isThere ? 'NOTE_FIXED' : 'NOTE_NOT_FOUND', { fields: ['noteId'] });
        }
        const subject = { type: 'person', ...about } as const;
        await transaction.run(recordEvent(platform.id, request, { type: 'people.noteDeleted', subject }));
      }),
    );

    app.procedure(declared.getBuyer, async ({ input, platform, reply }) => {
      reply.header('cache-control', 'no-store');
      const sale = await app.database.find(platform.id, selectBuyerEmail(platform.id, input.saleId), true);
      const buyer = sale && (await findBuyer(app, platform.id, sale.email));
      if (!buyer) throw new AppError('SALE_NOT_FOUND', { fields: ['saleId'] });
      return buyer;
    });

    app.procedure(declared.getPurchases, async ({ input, platform, reply }) => {
      reply.header('cache-control', 'no-store');
      const person = await getPerson(app, platform.id, input.personId);
      return { buyer: await findBuyer(app, platform.id, person.email) };
    });
  },
  { name: 'profiles-procedures', dependencies: ['procedures', 'database', 'clock'] },
);
