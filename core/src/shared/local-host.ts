/** The names and addresses that lead to this machine alone, as URL and Host spell them. */
const LOCAL_HOST = /^(localhost|[a-z0-9.-]+\.localhost|127\.0\.0\.1|\[::1\])$/;

/** Returns true if the host name leads to this machine alone. */
export const isLocalHost = (host: string): boolean => LOCAL_HOST.test(host.toLowerCase());
