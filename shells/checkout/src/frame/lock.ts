/**
 * Takes from the card form, before a provider's code runs in it, what the document's policy cannot refuse: browsers offer no policy
 * against WebRTC, which carries data to any address. A document inside the form would bring it back, so none stays.
 */
const CONNECTIONS = ['RTCPeerConnection', 'webkitRTCPeerConnection'];
const DOCUMENTS = 'iframe,frame,object,embed';

export function lockFrame(): void {
  for (const name of CONNECTIONS) Reflect.deleteProperty(globalThis, name);
  // The observer below does not see what is inside of a shadow tree.
  Object.defineProperty(Element.prototype, 'attachShadow', { value: undefined });
  for (const name of ['open', 'write', 'writeln'])
    Object.defineProperty(Document.prototype, name, { value: undefined });
  new MutationObserver(() => {
    for (const element of document.querySelectorAll(DOCUMENTS)) element.remove();
  }).observe(document, { childList: true, subtree: true });
}
