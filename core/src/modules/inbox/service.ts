/** Takes and releases pieces of waiting work, so that two members of the team do not do the same. */
import { listAdminKinds, MANAGER_KINDS, type WorkKind } from '@feira/schemas/procedures/inbox';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { deleteAssignment, insertAssignment, moveAssignment, selectHolder, selectItem, type Viewer } from './model.ts';

type App = Pick<FastifyInstance, 'database'>;

interface Item {
  kind: WorkKind;
  itemId: string;
}

/** Returns what a person sees; of one kind only, where it is named. */
export function toViewer({ id, roles, permissions }: PersonCall['person'], kind?: WorkKind): Viewer {
  const isWanted = (known: WorkKind) => kind === undefined || known === kind;
  return {
    personId: id,
    all: roles.includes('admin') ? listAdminKinds(permissions).filter(isWanted) : [],
    ofSellers: roles.includes('manager') ? MANAGER_KINDS.filter(isWanted) : [],
  };
}

export const seesNothing = ({ all, ofSellers }: Viewer): boolean => all.length + ofSellers.length === 0;

function refuseImpersonation({ impersonator }: PersonCall['person']): void {
  if (impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
}

export async function takeItem(app: App, call: PersonCall, item: Item, fromPersonId?: string): Promise<void> {
  const { platform, person, request } = call;
  refuseImpersonation(person);
  const viewer = toViewer(person, item.kind);
  await app.database.transaction(platform.id, async (transaction) => {
    const found = seesNothing(viewer)
      ? undefined
      : await transaction.find(selectItem(platform.id, viewer, item.itemId));
    if (!found) throw new AppError('WORK_NOT_WAITING', { fields: ['itemId'] });
    const assignment = { ...item, personId: person.id };
    const isTaken =
      (await transaction.run(insertAssignment(platform.id, assignment))) > 0 ||
      (fromPersonId !== undefined &&
        (await transaction.run(moveAssignment(platform.id, assignment, fromPersonId))) > 0);
    if (!isTaken) {
      const holder = await transaction.find(selectHolder(platform.id, item));
      // A person who takes the same work twice, as after a lost answer, has it.
      if (holder?.personId === person.id) return;
      throw new AppError('WORK_TAKEN', { fields: ['itemId'] });
    }
    const event = recordEvent(platform.id, request, {
      type: 'inbox.itemTaken',
      ...(found.subject && { subject: { type: 'person', ...found.subject } }),
      details: { work: item.kind, itemId: item.itemId },
    });
    await transaction.run(event);
  });
}

export async function releaseItem(app: App, { platform, person, request }: PersonCall, item: Item): Promise<void> {
  refuseImpersonation(person);
  await app.database.transaction(platform.id, async (transaction) => {
    const released = await transaction.run(deleteAssignment(platform.id, { ...item, personId: person.id }));
    if (released === 0) return;
    const details = { work: item.kind, itemId: item.itemId };
    await transaction.run(recordEvent(platform.id, request, { type: 'inbox.itemReleased', details }));
  });
}
