/** Holds the texts that take the place of erased data of people. */

/** Stands in the place of a name. */
export const ERASED_NAME = 'Dados apagados';
/** No mail is sent to addresses of this domain: its top-level domain is reserved for names that do not exist (RFC 2606). */
export const ERASED_DOMAIN = 'erased.invalid';
export const ERASED_EMAIL = `apagado@${ERASED_DOMAIN}`;

/** Returns whether the address stands in the place of an erased one: nothing is told of its owner any more. */
export const isErasedEmail = (email: string): boolean => email.endsWith(`@${ERASED_DOMAIN}`);
