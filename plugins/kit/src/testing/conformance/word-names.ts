/** Reads what the name of a status word says: a word named EXPIRED that counts as APPROVED sells for nothing. */

/** The meanings by which money, an agreement, a person or a document counts as good. */
const GOOD = ['APPROVED', 'ACTIVE', 'ACCEPTED'];
/** The meanings by which none came, or all of it is gone. */
const BAD = ['REJECTED', 'CANCELED', 'EXPIRED', 'REFUSED', 'REFUNDED', 'CHARGEBACK', 'RETURNED'];

const WENT_BACK = /refund|reembols|estorn|devolu|devolv|return|retorn|charge(d)?_?back|revers|revert/;
const FAILED =
  /expir|vencid|overdue|cancel|refus|recus|declin|reject|rejeit|fail|falh|error|erro(?![a-z])|den(y|ied|ial)|negad|abort|void|invalid|disapprov|reprov|unauthori|inactiv|inativ|delet|remov|(?<!un|des)blo(ck|que)/;
const WAITS = /pending|pendente|waiting|await|aguard/;
const BEGUN =
  /process|creat|criad|analy|analis|progress|andamento|schedul|agendad|(?<![a-z])(open|started|new)(?![a-z])/;
const PAID =
  /paid|payed|pag[oa](?![a-z])|approv|aprov|settl|liquid|success|sucess|conclu|complet|confirm|efetiv|captur|credited|creditad|(?<![a-z])(done|finished|active|ativ[oa]|accepted|aceit[oa])(?![a-z])/;
/** Prefixes that make the opposite of a word for paid: unpaid, not_yet_paid, nao_pago. */
const NOT = /(?<![a-z])(un|in|no_?|sem_|(not|nao|non|never)_?([a-z]+_)?)$/;
/** Words beside a refund or chargeback that is not done, or only of a part: the money is still there. */
const NOT_ALL =
  /parci|partial|partly|pend|wait|aguard|await|process|request|solicit|analy|analis|review|progress|andamento|creat|open|(?<![a-z])(pre|init|started)(?![a-z])|recover|won|ganh/;

/** The letters of a word without accents, with _ between its parts: "NãoPago" and "nao-pago" are nao_pago. */
const normalize = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_');

/** Returns the part of a word's name that says the opposite of its meaning; null where no part does. */
export function findContradiction(word: string, meaning: string): string | null {
  const name = normalize(word);
  const [failed, back, paid] = [FAILED.exec(name), WENT_BACK.exec(name), PAID.exec(name)];
  const before = paid && NOT.exec(name.slice(0, paid.index));
  const denied = paid && before && `${before[0]}${paid[0]}`;
  if (GOOD.includes(meaning)) {
    if (back) return isStillThere(name, failed !== null) ? null : back[0];
    return failed?.[0] ?? denied ?? WAITS.exec(name)?.[0] ?? null;
  }
  if (!BAD.includes(meaning) || failed || back || denied) return null;
  return paid?.[0] ?? WAITS.exec(name)?.[0] ?? BEGUN.exec(name)?.[0] ?? null;
}

/** A refund that was refused, or a chargeback that was reversed, leaves the money where it is. */
const isStillThere = (name: string, isFailed: boolean) =>
  isFailed || NOT_ALL.test(name) || (name.match(new RegExp(WENT_BACK, 'g'))?.length ?? 0) > 1;
