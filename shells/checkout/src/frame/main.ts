import type { CardFrameConfig, FromCardFrame, ToCardFrame } from '@feira/schemas/documents';
import { cardBrand } from '@feira/schemas/rules/card';
import { caretAfterMask } from '@feira/schemas/rules/mask';
import { type CardText, FIELDS, type FieldName, invalidFields, maskCardField } from './card-fields.ts';
import { lockFrame } from './lock.ts';
import { loadTokenizer, tokenizeCard } from './tokenize.ts';

/**
 * The card form. It runs in a frame without an origin, knows nothing of the page around it and answers only through the
 * channel the page hands over. What is typed stays in these inputs until it is sealed or given to the provider.
 */
const boot: { config: CardFrameConfig; texts: Record<string, string> } = JSON.parse(
  document.getElementById('boot')!.textContent!,
);
const { config, texts } = boot;
const inputs = Object.fromEntries(FIELDS.map((name) => [name, document.getElementById(name)])) as unknown as Record<
  FieldName,
  HTMLInputElement
>;
const LEAVE_DELAY_MS = 250;
lockFrame();
let port: MessagePort | undefined;
let tokenizer: ReturnType<typeof loadTokenizer> | undefined;

const send = (message: FromCardFrame) => port?.postMessage(message);
const readCard = () => Object.fromEntries(FIELDS.map((name) => [name, inputs[name].value])) as CardText;
const currentBrand = () => cardBrand(inputs.number.value.replace(/\D/g, ''));

function warmTokenizer(): ReturnType<typeof loadTokenizer> | undefined {
  if (config.tokenization !== 'browser' || !config.tokenizerUrl) return undefined;
  // A failed load is tried again at the next need, not remembered.
  tokenizer ??= loadTokenizer(config.tokenizerUrl).catch((error) => {
    tokenizer = undefined;
    throw error;
  });
  return tokenizer;
}

function showError(name: FieldName, isInvalid: boolean): void {
  const message = document.getElementById(`${name}-error`)!;
  // The line stays once it was needed: a frame that shrinks while its last field is corrected moves the page's button.
  if (isInvalid) message.hidden = false;
  message.textContent = isInvalid ? texts[`${name}Invalid`]! : '';
  if (isInvalid) {
    inputs[name].setAttribute('aria-invalid', 'true');
    inputs[name].setAttribute('aria-describedby', message.id);
  } else {
    inputs[name].removeAttribute('aria-invalid');
    inputs[name].removeAttribute('aria-describedby');
  }
}

function onInput(name: FieldName): void {
  const input = inputs[name];
  const typed = input.value;
  const masked = maskCardField(name, typed, currentBrand());
  if (masked !== typed) {
    const caret = input.selectionStart ?? typed.length;
    input.value = masked;
    if (document.activeElement === input) {
      const position = caretAfterMask(typed, masked, caret);
      input.setSelectionRange(position, position);
    }
  }
  showError(name, false);
  const brand = currentBrand();
  inputs.number.dataset.brand = brand ?? '';
  document.getElementById('brand')!.textContent = brand ?? '';
  send({ type: 'change', brand, isComplete: invalidFields(readCard(), new Date()).length === 0 });
}

/** Without a message the page says in its own words that the card cannot be taken now. */
async function tokenize(requestId: string, holderDocument: string | undefined): Promise<void> {
  const card = readCard();
  const invalid = invalidFields(card, new Date());
  for (const name of FIELDS) showError(name, invalid.includes(name));
  if (invalid[0]) {
    inputs[invalid[0]].focus();
    send({ type: 'error', requestId, reason: 'invalid' });
    return;
  }
  const sayAway = () => send({ type: 'error', requestId, reason: 'failed' });
  const loading = warmTokenizer();
  const isThere = await loading?.then(
    () => true,
    () => false,
  );
  if (isThere === false) return sayAway();
  try {
    const answer = await tokenizeCard(card, holderDocument, config, loading);
    send({ type: 'tokenized', requestId, ...answer });
    // The code on the back must not outlive the one use it was typed for.
    inputs.cvv.value = '';
  } catch (error) {
    // The browser's own words for a server that does not answer are for nobody who buys.
    if (error instanceof TypeError || error instanceof DOMException) return sayAway();
    const message = (error instanceof Error && error.message) || texts.failed!;
    send({ type: 'error', requestId, reason: 'failed', message });
  }
}

function onMessage({ data }: MessageEvent<ToCardFrame>): void {
  if (data.type === 'configure') for (const name of FIELDS) inputs[name].readOnly = data.isDisabled;
  else if (data.type === 'tokenize') tokenize(data.requestId, data.holderDocument);
}

window.addEventListener('message', (event) => {
  const [channel] = event.ports;
  const isParent = event.source === window.parent && event.origin === config.parentOrigin;
  // The first channel stays: nobody can put another listener in its place.
  if (!isParent || port || event.data?.type !== 'connect' || !channel) return;
  port = channel;
  port.onmessage = onMessage;
  send({ type: 'ready' });
  const form = document.getElementById('card')!;
  new ResizeObserver(() => send({ type: 'resize', heightPx: Math.ceil(form.getBoundingClientRect().height) })).observe(
    form,
  );
  warmTokenizer()?.catch(() => {});
});

for (const name of FIELDS) {
  inputs[name].addEventListener('input', () => onInput(name));
  inputs[name].addEventListener('blur', () => {
    // A message appearing between press and release would move the page's button away from under the finger.
    setTimeout(() => {
      if (inputs[name].value) showError(name, invalidFields(readCard(), new Date()).includes(name));
    }, LEAVE_DELAY_MS);
  });
}
document.getElementById('card')!.addEventListener('submit', (event) => event.preventDefault());
