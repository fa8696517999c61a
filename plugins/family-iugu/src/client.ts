/** The calls that all iugu products share: transfer requests, which are signed, and the triggers of events. */
import {
  type CallOptions,
  createCalls,
  type Fields,
  type ProviderContext,
  path,
  redactNumbers,
  toSaoPaulo,
} from '@feira/plugin-kit';

/** Errors are one text, a list of texts, or texts by field; transfers name them `message`. `otherwise` stands for one without a text. */
export function reasonOf(body: Fields, otherwise = 'Erro desconhecido.'): string {
  const texts = ['errors', 'message'].flatMap(
    (at) =>
      body.reason(at) ?? body.faults(at).map(([field, text]) => (/^\d+$/.test(field) ? text : `${field}: ${text}`)),
  );
  return redactNumbers(texts.join(' ')).slice(0, 500) || otherwise;
}

export function createFamilyClient({ http, crypto, clock }: Pick<ProviderContext, 'http' | 'crypto' | 'clock'>) {
  const { find, get, list, post } = createCalls(http, (body) => reasonOf(body));

  /**
   * Signs what leaves, byte for byte: the host writes the token as the last field of the body, where the signed text has it too. The
   * signature is good for five minutes.
   */
  function postSigned(
    address: string,
    body: object,
    { headers, ...options }: Pick<CallOptions, 'headers' | 'secretFields'>,
  ): Promise<Fields> {
    const time = toSaoPaulo(clock.now());
    const token = { credential: 'apiToken' };
    const start = `${JSON.stringify(body).slice(0, -1)},"api_token":"`;
    const text = [`POST|/v1${address}\n`, token, `|${time}\n`, start, token, '"}'];
    const signature = crypto.sign('sha256', 'privateKey', text);
    return post(address, body, {
      ...options,
      secretJson: { api_token: 'apiToken' },
      headers: { ...headers, 'request-time': time, signature: `signature=${signature}` },
    });
  }

  return {
    /** https://dev.iugu.com/reference/transferencia-para-terceiros */
    createTransfer: (transfer: object, key: string) =>
      postSigned('/transfer_requests', transfer, { headers: { 'idempotency-key': key } }),
    /** https://dev.iugu.com/reference/consultar-transferencia-para-terceiros */
    findTransfer: (id: string) => find(path`/transfer_requests/${id}`),
    /** https://dev.iugu.com/reference/transferir-valor-para-outra-conta; it is done when it is answered. */
    createAccountTransfer: (transfer: object, key: string) =>
      postSigned('/transfers', transfer, { headers: { 'idempotency-key': key } }),
    /** https://dev.iugu.com/reference/listar-transferencias; there is no question for a single one. */
    listAccountTransfers: (variable: string, value: string) =>
      list('/transfers', 'sent', { query: { custom_variables_name: variable, custom_variables_value: value } }),
    /** https://dev.iugu.com/reference/criar-subconta; its tokens stay with the host. */
    createAccount: (account: object) =>
      postSigned('/marketplace/create_account', account, {
        secretFields: ['live_api_token', 'test_api_token', 'user_token'],
      }),
    /** https://dev.iugu.com/reference/enviar-verificacao-de-subconta; taken once, within a day, with the account's user token. */
    requestVerification: (
      id: string,
      data: object,
      { account, files }: { account: string } & Pick<CallOptions, 'files'>,
    ) => post(path`/accounts/${id}/request_verification`, { data }, { auth: { account }, files }),
    /** https://dev.iugu.com/reference/informacoes-da-subconta; an account is read with its own token. */
    findAccount: (id: string, account?: string) =>
      find(path`/accounts/${id}`, account === undefined ? {} : { auth: { account } }),
    /** https://dev.iugu.com/reference/listar-gatilhos; the page shows one object where it says list. */
    listTriggers: async () => (await get('/web_hooks')).list(''),
    /** https://dev.iugu.com/reference/criar-gatilho */
    createTrigger: (event: string, url: string) =>
      post('/web_hooks', { event, url }, { secretJson: { authorization: 'webhookAuthorization' } }),
  };
}
export type FamilyClient = ReturnType<typeof createFamilyClient>;
