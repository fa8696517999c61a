/** Names the place a credential belongs to: sealed there, it opens nowhere else. */
export const credentialPlace = (platformId: string, connectionId: string, name: string): string =>
  `${platformId}|${connectionId}|${name}`;
