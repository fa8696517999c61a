/** Cases of receivers: people open their own, administrators of bank accounts those of everybody. */
import { type Context, type Outcomes, type ProcedureCase, plain } from '../case.ts';
import type { Side } from '../sides.ts';

type Named = Pick<Side, 'personId' | 'receiverId' | 'documentId'>;

/** The first bytes of a picture. */
const FILE = { name: 'identidade.png', content: 'iVBORw0KGgo=' };

/** Every person of the fixtures has a receiver without a response and no document, so callers with access get these errors. */
const onOwn = (
  ids: string[],
  input: (named: Named, context: Context) => Record<string, unknown>,
  { own, other, foreign }: { own: Outcomes; other: Outcomes; foreign: Outcomes },
): ProcedureCase => ({
  ids,
  variants: {
    own: { input: (context) => input(context.caller, context), outcome: own },
    other: { input: (context) => input(context.other, context), outcome: other },
    foreign: { input: (context) => input(context.foreign, context), outcome: foreign },
    operated: { input: (context) => input(context.operated, context), outcome: foreign },
  },
});

const CONNECTION = { foreign: 'CONNECTION_NOT_FOUND' } as const;

export const RECEIVERS: Record<string, ProcedureCase> = {
  'receivers.listReceivers': onOwn(['personId'], ({ personId }) => ({ personId }), {
    own: 'ok',
    other: 'ok',
    foreign: 'nothing',
  }),
  'receivers.listPlatformDocuments': plain(),
  'receivers.listOwnReceivers': plain(),
  'receivers.createReceiver': onOwn(
    ['personId', 'connectionId', 'destinationId'],
    ({ personId }, { other }) => ({
      personId,
      connectionId: other.connectionId,
      destinationId: other.destinationId,
    }),
    { own: 'DOCUMENT_REQUIRED', other: 'DESTINATION_NOT_FOUND', foreign: 'PERSON_NOT_FOUND' },
  ),
  'receivers.createOwnReceiver': {
    ids: ['connectionId', 'destinationId'],
    variants: {
      own: {
        input: ({ other, caller }) => ({ connectionId: other.connectionId, destinationId: caller.destinationId }),
        outcome: 'DOCUMENT_REQUIRED',
      },
      foreign: { input: ({ foreign }) => ({ connectionId: foreign.connectionId }), outcome: CONNECTION.foreign },
      operated: { input: ({ operated }) => ({ connectionId: operated.connectionId }), outcome: CONNECTION.foreign },
    },
  },
  'receivers.adoptReceiver': {
    ids: ['personId', 'connectionId', 'receiverId'],
    variants: {
      own: {
        input: ({ other, caller }) => ({
          personId: caller.personId,
          connectionId: other.connectionId,
          receiverId: 'rcv_unknown',
        }),
        outcome: 'RECEIVER_NOT_FOUND',
      },
      foreign: {
        input: ({ other, foreign }) => ({
          personId: foreign.personId,
          connectionId: other.connectionId,
          receiverId: 'rcv_unknown',
        }),
        outcome: 'PERSON_NOT_FOUND',
      },
      'foreign connection': {
        input: ({ caller, foreign }) => ({
          personId: caller.personId,
          connectionId: foreign.connectionId,
          receiverId: 'rcv_unknown',
        }),
        outcome: CONNECTION.foreign,
      },
    },
  },
  'receivers.discardReceiver': onOwn(['id'], ({ receiverId }) => ({ id: receiverId }), {
    own: 'ok',
    other: 'ok',
    foreign: 'RECEIVER_NOT_FOUND',
  }),
  'receivers.listDocuments': onOwn(['id'], ({ receiverId }) => ({ id: receiverId }), {
    own: 'ok',
    other: 'ok',
    foreign: 'RECEIVER_NOT_FOUND',
  }),
  'receivers.listOwnDocuments': onOwn(['id'], ({ receiverId }) => ({ id: receiverId }), {
    own: 'ok',
    other: 'RECEIVER_NOT_FOUND',
    foreign: 'RECEIVER_NOT_FOUND',
  }),
  // The document is accepted already, so nothing is forwarded.
  'receivers.sendDocument': onOwn(['documentId'], ({ documentId }) => ({ documentId, ...FILE }), {
    own: 'RECEIVER_DOCUMENT_CLOSED',
    other: 'RECEIVER_DOCUMENT_CLOSED',
    foreign: 'RECEIVER_DOCUMENT_NOT_FOUND',
  }),
  'receivers.sendOwnDocument': onOwn(['documentId'], ({ documentId }) => ({ documentId, ...FILE }), {
    own: 'RECEIVER_DOCUMENT_CLOSED',
    other: 'RECEIVER_DOCUMENT_NOT_FOUND',
    foreign: 'RECEIVER_DOCUMENT_NOT_FOUND',
  }),
  'receivers.createOwnDocumentLink': onOwn(['documentId'], ({ documentId }) => ({ documentId }), {
    own: 'RECEIVER_DOCUMENT_CLOSED',
    other: 'RECEIVER_DOCUMENT_NOT_FOUND',
    foreign: 'RECEIVER_DOCUMENT_NOT_FOUND',
  }),
};
