/** Proves that an adapter lists the documents a provider wants of receivers, hands files over whole, and links to its pages. */
import type { ReceiverDocument, ReceiverDocumentStatus, ReceiverLookup } from '@feira/schemas/provider';
import { mapStatus } from '../../define.ts';
import { isProviderError } from '../../errors.ts';
import { sampleDocument } from '../samples.ts';
import { listLeaves, listWritten } from './amounts.ts';
import type { Market } from './market.ts';
import { holdPicture, openAskedReceiver } from './payouts.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';

const CAPABILITY = 'receivers.documents';

export async function proveDocuments(run: Run): Promise<void> {
  const { operations } = run.subject.manifest;
  await prove(run, CAPABILITY, 'works', proveList);
  if (operations.includes('sendReceiverDocument')) {
    await prove(run, CAPABILITY, 'works', proveSending);
    await prove(run, CAPABILITY, 'references', proveMissingFile);
    await prove(run, CAPABILITY, 'outcomes', proveLostSending);
  }
  if (operations.includes('getReceiverLink')) await prove(run, CAPABILITY, 'works', proveLink);
}

async function open(market: Market, check: Check): Promise<{ lookup: ReceiverLookup; documents: ReceiverDocument[] }> {
  const { receiverId, receiverToken } = await openAskedReceiver(market);
  const lookup = { receiverId, receiverToken };
  const { documents } = await market.provider.getReceiverDocuments(lookup);
  check(
    documents.length > 0,
    'A receiver of the samples is asked for nothing: tell samples.receiverEmail of one that is.',
  );
  return { lookup, documents };
}

function statusOf({ subject }: Market, word: string, check: Check): ReceiverDocumentStatus {
  const { status, isRecognised } = mapStatus(subject.manifest.status.receiverDocument!, word);
  check(isRecognised, `A document is "${word}", which status.receiverDocument does not know.`);
  return status;
}

async function proveList(market: Market, check: Check): Promise<void> {
  const { documents } = await open(market, check);
  const ids = documents.map(({ documentId }) => documentId);
  check(new Set(ids).size === ids.length, 'Two documents have the same documentId.');
  const wanted = documents.filter(({ providerStatus }) => statusOf(market, providerStatus, check) === 'WANTED');
  check(wanted.length > 0, 'A new receiver has no document that is WANTED.');
  check(
    wanted.some(({ takesFile, hasLink }) => takesFile || hasLink),
    'No document that is WANTED takes a file or has a link: nobody could ever show it.',
  );
  const { operations } = market.subject.manifest;
  const isSendable = operations.includes('sendReceiverDocument') || documents.every(({ takesFile }) => !takesFile);
  check(isSendable, 'A document takes a file, but sendReceiverDocument is not declared.');
  const isShown = operations.includes('getReceiverLink') || documents.every(({ hasLink }) => !hasLink);
  check(isShown, 'A document has a link, but getReceiverLink is not declared.');
}

async function openFile(market: Market, check: Check) {
  const { lookup, documents } = await open(market, check);
  const document = documents.find(({ takesFile }) => takesFile);
  check(document !== undefined, 'sendReceiverDocument is declared, but no document of the samples takes a file.');
  const { documentId, kind } = document!;
  const { content, file } = holdPicture(market);
  const request = sampleDocument({ ...lookup, documentId, kind, file });
  return { lookup, documentId, content, reference: file.reference, request };
}

async function proveSending(market: Market, check: Check): Promise<void> {
  const { lookup, documentId, content, request } = await openFile(market, check);
  const before = market.wire.calls.length;
  const reported = await market.provider.sendReceiverDocument(request);
  const base64 = content.toString('base64');
  const isWhole = listWritten(market.wire.calls.slice(before)).includes(base64);
  check(isWhole, 'No request carries the file as it is.');
  const status = statusOf(market, reported.providerStatus, check);
  check(status === 'SENT' || status === 'ACCEPTED', `A good file is ${status}.`);
  const { documents } = await market.provider.getReceiverDocuments(lookup);
  const after = documents.find((document) => document.documentId === documentId);
  check(after !== undefined, 'A document vanished when its file was sent.');
  const afterwards = statusOf(market, after!.providerStatus, check);
  check(
    afterwards === 'SENT' || afterwards === 'ACCEPTED',
    `A document whose file was taken is told as ${afterwards}.`,
  );
  const unknown = await outcomeOf(() => market.provider.sendReceiverDocument({ ...request, documentId: 'nobodys' }));
  const isRefused =
    'error' in unknown
      ? isProviderError(unknown.error) && unknown.error.outcome !== 'UNKNOWN'
      : statusOf(market, unknown.result.providerStatus, check) === 'REFUSED';
  check(isRefused, `A file that nobody asked for answers ${describeOutcome(unknown)}.`);
}

/** A reference that means nothing any more is an error before anything leaves. */
async function proveMissingFile(market: Market, check: Check): Promise<void> {
  const { reference, request } = await openFile(market, check);
  market.context.files.drop(reference);
  const before = market.wire.calls.length;
  const outcome = await outcomeOf(() => market.provider.sendReceiverDocument(request));
  const isHonest = 'error' in outcome && isProviderError(outcome.error) && outcome.error.outcome === 'NOT_SENT';
  check(isHonest, `A file that is not there any more answers ${describeOutcome(outcome)}.`);
  const sent = market.wire.calls.slice(before);
  check(
    sent.every(({ method }) => method === 'GET'),
    'Something was sent in the place of a file that is not there any more.',
  );
  check(!listLeaves(sent.map(({ body }) => body)).includes(reference), 'The reference itself went to the provider.');
}

async function proveLostSending(market: Market, check: Check): Promise<void> {
  for (const fault of ['lose-answer', 'error-500'] as const) {
    const { request } = await openFile(market, check);
    market.wire.play(async (call, _index, handle) => {
      if (call.method === 'GET') return handle();
      if (fault === 'lose-answer') await handle();
      return fault === 'lose-answer' ? { drop: true } : { status: 500, body: {} };
    });
    const outcome = await outcomeOf(() => market.provider.sendReceiverDocument(request));
    market.wire.play(undefined);
    const isOpen = 'error' in outcome && isProviderError(outcome.error) && outcome.error.outcome === 'UNKNOWN';
    check(isOpen, `A file whose answer was lost (${fault}) answers ${describeOutcome(outcome)}.`);
  }
}

async function proveLink(market: Market, check: Check): Promise<void> {
  const { lookup, documents } = await open(market, check);
  const document = documents.find(({ hasLink }) => hasLink);
  check(document !== undefined, 'getReceiverLink is declared, but no document of the samples has a link.');
  const link = await market.provider.getReceiverLink({ ...lookup, documentId: document!.documentId });
  check(link !== null, `A document with a link (${document!.title}) has none.`);
  const isLater = link?.expiresAt === undefined || Date.parse(link.expiresAt) > market.context.clock.now().getTime();
  check(isLater, `A new link has expired before it was answered (${link?.expiresAt}).`);
  const unknown = await outcomeOf(() => market.provider.getReceiverLink({ ...lookup, documentId: 'nobodys' }));
  const isNothing = 'error' in unknown ? isProviderError(unknown.error) : unknown.result === null;
  check(isNothing, `A document that nobody asked for has the link ${describeOutcome(unknown)}.`);
}
