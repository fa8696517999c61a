export interface PublisherDraft {
  name: string;
  publicKey: string;
}

/** Shorter than this no key is. */
const SHORTEST_KEY = 40;
const PRIVATE = /PRIVATE KEY/i;

export interface PublisherProblems {
  name?: 'nameShort';
  publicKey?: 'keyMissing' | 'keyPrivate';
}

/** What is wrong with it, by field, as keys of texts. A private key must not even be sent. */
export function findProblems({ name, publicKey }: PublisherDraft): PublisherProblems {
  const problems: PublisherProblems = {};
  if (name.trim().length < 2) problems.name = 'nameShort';
  if (PRIVATE.test(publicKey)) problems.publicKey = 'keyPrivate';
  else if (publicKey.trim().length < SHORTEST_KEY) problems.publicKey = 'keyMissing';
  return problems;
}
