/** Plays the page on which the owner of a card confirms a charge at the bank. */
import type { SimulatorRequest, SimulatorResponse } from '../simulator.ts';
import type { Book, BookedCharge } from '../simulator-book.ts';
import { showDemoPage } from './demo-page.ts';

/** The time for which the page takes an answer. */
export const CHALLENGE_MS = 10 * 60_000;

interface Challenge {
  charge: Pick<BookedCharge, 'transactionId' | 'amount' | 'status' | 'isChallenged'>;
  /** The address that the page leads back to, as the charge named it. */
  returnUrl: string | null;
}

/** Answers GET with the question, and POST by deciding the charge and leading back. It shows no typed text, so nothing needs escaping. */
export async function answerChallenge(
  book: Pick<Book<never>, 'answerChallenge'>,
  { method, body }: SimulatorRequest,
  { charge, returnUrl }: Challenge,
): Promise<SimulatorResponse> {
  const isOpen = charge.isChallenged && charge.status === 'PROCESSING';
  if (method === 'POST' && isOpen)
    await book.answerChallenge(charge.transactionId, (body as { answer?: unknown } | undefined)?.answer === 'confirm');
  if (method === 'POST' && returnUrl !== null) return { status: 303, headers: { location: returnUrl } };
  if (method === 'POST') return showPage(200, '<p>Pronto. Volte à loja. / Done. Go back to the shop.</p>');
  if (!isOpen) return showPage(410, '<p>Não há nada a confirmar aqui. / Nothing to confirm here.</p>');
  const amount = (charge.amount / 100).toFixed(2).replace('.', ',');
  return showPage(
    200,
    `<p>Confirma a compra de ${amount}? / Do you confirm the purchase of ${amount}?</p>
<form method="post">
<button name="answer" value="confirm">Confirmar / Confirm</button>
<button name="answer" value="refuse">Recusar / Refuse</button>
</form>`,
  );
}

const showPage = (status: number, content: string): SimulatorResponse =>
  showDemoPage(status, 'Banco de demonstração', content);
