/**
 * Inline scripts of the documents, written by hand as text because they run before any file arrives.
 *
 * Personal data in the address is read by the server and removed here, before anything else loads, so that no referrer,
 * history entry or shared link carries it. A page whose files do not come works as without JavaScript: the entry calls
 * `feiraPlain` where it cannot load the page, and the page calls `feiraRelease` once it is alive.
 */
import type { EmbedConfig } from '@feira/schemas/documents';
import { toScriptJson } from './html.ts';

export const CLEAN_ADDRESS = `(()=>{const u=new URL(location.href),p=u.searchParams;let c=0;for(const k of["nome","email","telefone","cpf"])if(p.has(k)){p.delete(k);c=1}if(c)history.replaceState(history.state,"",u)})();`;

/**
 * Tells the page around a framed document what happens in it, and nothing about the buyer. Only the origin that the seller allows hears it, and
 * nothing is heard from there. Pages that other sites or other pages of this one show open in a tab of their own, because most refuse frames.
 */
const tellPageAround = (config: EmbedConfig): string =>
  `(()=>{if(parent===window)return;const c=${toScriptJson(config)},d=document,tell=(type,more)=>parent.postMessage({feira:1,type,...more},c.origin),inner=u=>u.origin===location.origin&&/^\\/checkout\\/(payment\\/)?[^/]+(\\/(renew|rest|pix|upsell))?$/.test(u.pathname),keep=u=>{u.searchParams.set("embed",c.origin);return u.href};addEventListener("keydown",e=>{e.key==="Escape"&&tell("escape")});addEventListener("change",e=>{e.target.name==="paymentMethod"&&tell("method",{method:e.target.value})});addEventListener("click",e=>{const a=e.target.closest("a[href]");if(!a||a.target)return;const u=new URL(a.href);if(inner(u))a.href=keep(u);else if(u.protocol.startsWith("http")){a.target="_blank";a.rel="noopener"}},true);addEventListener("submit",e=>{const f=e.target,u=new URL(f.action);if(f.method==="get")return;if(inner(u))f.action=keep(u);else f.target="_blank"},true);addEventListener("DOMContentLoaded",()=>{tell("loaded");new ResizeObserver(()=>tell("height",{height:Math.ceil(d.documentElement.getBoundingClientRect().height)})).observe(d.body);const m=d.querySelector("[name=paymentMethod]:checked");m&&tell("method",{method:m.value});if(!c.paid)return;const look=()=>{if(d.querySelector("[data-scene=approved]")){o.disconnect();tell("paid",c.paid)}},o=new MutationObserver(look);o.observe(d.body,{subtree:true,childList:true,attributeFilter:["data-scene"]});look()})})();`;

/** Returns the script of a framed document; nothing for others. */
export const framed = (config: EmbedConfig | undefined): string => (config ? tellPageAround(config) : '');

/** Notes the names of buttons that are pressed before anything listens to them: see `pressAgain`. */
export const NOTE_PRESSES = `feiraPressed=[];addEventListener("click",e=>{const b=e.target.closest("button[type=button][name]");b&&feiraPressed.push(b.name)},true);`;

/** Holds a submit back until the page is alive, which repeats it. Should the page never come alive, everything is shown and the form is sent after all. */
export const HOLD_SUBMIT = `(()=>{document.documentElement.className="js";let f,s,timer,alive;const go=()=>{if(alive)return;document.documentElement.className="";removeEventListener("submit",hold,true);if(f){const x=f;f=0;s&&s.name==="continue"||x.requestSubmit(s)}};const hold=e=>{if(alive)return;e.preventDefault();e.stopPropagation();f=e.target;s=e.submitter;f.setAttribute("aria-busy","true");clearTimeout(timer);timer=setTimeout(go,15000)};addEventListener("submit",hold,true);addEventListener("error",e=>{if(e.target&&e.target.tagName==="SCRIPT")go()},true);feiraPlain=go;feiraRelease=()=>{alive=1;document.documentElement.className="js";clearTimeout(timer);removeEventListener("submit",hold,true);const held=f&&s;f&&f.setAttribute("aria-busy","false");f=0;return held}})();`;

/** Shows the page as without JavaScript where its files do not come. An open payment then asks again by itself, so that it is seen when it is paid. */
export const awaitScripts = ({ isOpen }: { isOpen: boolean }): string =>
  `(()=>{const d=document.documentElement;d.className="js";let alive,timer;const plain=()=>{if(alive)return;d.className="";clearTimeout(timer);${isOpen ? 'timer=setTimeout(()=>location.reload(),15000)' : ''}};timer=setTimeout(plain,15000);addEventListener("error",e=>{if(e.target&&e.target.tagName==="SCRIPT")plain()},true);feiraPlain=plain;feiraRelease=()=>{alive=1;d.className="js";clearTimeout(timer)}})();`;
