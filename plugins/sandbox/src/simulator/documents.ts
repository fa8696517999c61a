/** Plays the documents of a receiver: a file that proves the identity, and a proof of life on a page. */
import {
  type SimulatedFile,
  type SimulatorRequest,
  type SimulatorResponse,
  showDemoPage,
  wakeAt,
} from '@feira/plugin-kit';
import { activate, changeReceiver, type DocumentRecord, findReceiver } from './receivers.ts';
import { readText, refuse, STEP_MS, type World } from './world.ts';

const LINK_MS = 20 * 60_000;
/** A file whose name begins so is refused; see README.md. */
const ILLEGIBLE = 'ilegivel';
const MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg'];

const toWireDocument = ({ reviewedAtMs: _, ...document }: DocumentRecord) => document;

export async function listDocuments(world: World, _: SimulatorRequest, receiverId: string): Promise<SimulatorResponse> {
  const receiver = await findReceiver(world, receiverId);
  if (!receiver) throw refuse(404, 'Recebedor não encontrado.');
  return { status: 200, body: { items: receiver.documents.map(toWireDocument) } };
}

/** The file is looked at and forgotten: nothing of it is stored. */
export async function takeDocument(
  world: World,
  { body }: SimulatorRequest,
  receiverId: string,
  documentId: string,
): Promise<SimulatorResponse> {
  const { file } = (body ?? {}) as { file?: string | SimulatedFile };
  if (typeof file !== 'object' || file.base64 === '') throw refuse(422, 'Envie o arquivo.', 'file');
  if (!MEDIA_TYPES.includes(file.mediaType)) throw refuse(422, 'Envie um PDF, PNG ou JPEG.', 'file');
  const isLegible = !file.name.startsWith(ILLEGIBLE);
  const document = await changeDocument(world, receiverId, documentId, 'file', () =>
    isLegible
      ? { status: 'under_review', reason: null, reviewedAtMs: world.nowMs() + STEP_MS }
      : { status: 'refused', reason: 'Documento ilegível.', reviewedAtMs: null },
  );
  if (document.reviewedAtMs !== null) {
    wakeAt(world.clock, document.reviewedAtMs, () => findReceiver(world, receiverId));
  }
  return { status: 200, body: toWireDocument(document) };
}

/** Creates a page that the holder of its address may use for twenty minutes. */
export async function createVerification(
  world: World,
  { body }: SimulatorRequest,
  receiverId: string,
): Promise<SimulatorResponse> {
  const receiver = await findReceiver(world, receiverId);
  const wanted = receiver?.documents.find(({ id, way }) => id === readText(body, 'document_id') && way === 'page');
  if (!wanted || wanted.status === 'accepted') throw refuse(404, 'Nada a mostrar.');
  const token = world.book.ids.next('ver_');
  const expiresAtMs = world.nowMs() + LINK_MS;
  await world.store.set(`verification:${token}`, { receiverId, documentId: wanted.id, expiresAtMs });
  const url = `${world.publicUrl}/verifications/${token}`;
  return { status: 201, body: { url, expires_at: new Date(expiresAtMs).toISOString() } };
}

export async function showVerification(
  world: World,
  { method }: SimulatorRequest,
  token: string,
): Promise<SimulatorResponse> {
  const found = await world.store.get<{ receiverId: string; documentId: string; expiresAtMs: number }>(
    `verification:${token}`,
  );
  if (!found || found.expiresAtMs <= world.nowMs()) return showPage(404, '<p>Este link não vale mais.</p>');
  if (method !== 'POST') return showPage(200, '<form method="post"><button>Sou eu</button></form>');
  await changeDocument(world, found.receiverId, found.documentId, 'page', () => ({
    status: 'accepted',
    reason: null,
    reviewedAtMs: null,
  }));
  return showPage(200, '<p>Pronto. Volte à plataforma.</p>');
}

const showPage = (status: number, content: string): SimulatorResponse =>
  showDemoPage(status, 'Prova de vida de demonstração', content);

/** Changes a document that is not yet accepted. With all of them accepted the receiver is active, which a webhook tells. */
async function changeDocument(
  world: World,
  receiverId: string,
  documentId: string,
  way: DocumentRecord['way'],
  decide: () => Pick<DocumentRecord, 'status' | 'reason' | 'reviewedAtMs'>,
): Promise<DocumentRecord> {
  const changed = await changeReceiver(world, receiverId, (receiver) => {
    receiver.documents = receiver.documents.map((document) =>
      document.id === documentId && document.way === way && document.status !== 'accepted'
        ? { ...document, ...decide() }
        : document,
    );
    activate(world, receiver);
  });
  const document = changed?.documents.find(({ id }) => id === documentId);
  if (document?.way !== way) throw refuse(404, 'Documento não encontrado.');
  return document;
}
