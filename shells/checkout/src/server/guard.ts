/**
 * Inline scripts of the documents, written by hand as text because they run before any file arrives.
 *
 * Personal data in the address is read by the server and removed here, before anything else loads, so that no referrer,
 * history entry or shared link carries it. A page whose files do not come works as without JavaScript: the entry calls
 * `feiraPlain` where it cannot load the page, and the page calls `feiraRelease` once it is alive.
 */
export const CLEAN_ADDRESS = `(()=>{const u=new URL(location.href),p=u.searchParams;let c=0;for(const k of["nome","email","telefone","cpf"])if(p.has(k)){p.delete(k);c=1}if(c)history.replaceState(history.state,"",u)})();`;

/** Notes the names of buttons that are pressed before anything listens to them: see `pressAgain`. */
export const NOTE_PRESSES = `feiraPressed=[];addEventListener("click",e=>{const b=e.target.closest("button[type=button][name]");b&&feiraPressed.push(b.name)},true);`;

/** Holds a submit back until the page is alive, which repeats it. Should the page never come alive, everything is shown and the form is sent after all. */
export const HOLD_SUBMIT = `(()=>{document.documentElement.className="js";let f,s,timer,alive;const go=()=>{if(alive)return;document.documentElement.className="";removeEventListener("submit",hold,true);if(f){const x=f;f=0;s&&s.name==="continue"||x.requestSubmit(s)}};const hold=e=>{if(alive)return;e.preventDefault();e.stopPropagation();f=e.target;s=e.submitter;f.setAttribute("aria-busy","true");clearTimeout(timer);timer=setTimeout(go,15000)};addEventListener("submit",hold,true);addEventListener("error",e=>{if(e.target&&e.target.tagName==="SCRIPT")go()},true);feiraPlain=go;feiraRelease=()=>{alive=1;document.documentElement.className="js";clearTimeout(timer);removeEventListener("submit",hold,true);const held=f&&s;f&&f.setAttribute("aria-busy","false");f=0;return held}})();`;

/** Shows the page as without JavaScript where its files do not come. An open payment then asks again by itself, so that it is seen when it is paid. */
export const awaitScripts = ({ isOpen }: { isOpen: boolean }): string =>
  `(()=>{const d=document.documentElement;d.className="js";let alive,timer;const plain=()=>{if(alive)return;d.className="";clearTimeout(timer);${isOpen ? 'timer=setTimeout(()=>location.reload(),15000)' : ''}};timer=setTimeout(plain,15000);addEventListener("error",e=>{if(e.target&&e.target.tagName==="SCRIPT")plain()},true);feiraPlain=plain;feiraRelease=()=>{alive=1;d.className="js";clearTimeout(timer)}})();`;
