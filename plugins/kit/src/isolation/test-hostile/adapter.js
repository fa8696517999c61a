// An adapter that tries whatever it can think of. `body.attack` of a webhook chooses; the answer's `reason` says what came of it.
const attempt = async (work) => {
  try {
    return `got ${String(await work())}`;
  } catch (error) {
    return `denied ${error?.message ?? error}`;
  }
};
const builtins = [
  'fs',
  'net',
  'http',
  'https',
  'http2',
  'tls',
  'dns',
  'dgram',
  'child_process',
  'worker_threads',
  'cluster',
  'module',
  'process',
  'os',
  'vm',
  'v8',
  'inspector',
  'repl',
  'wasi',
  'sqlite',
  'crypto',
];
// A name, so that tools which read imports take none of these for one of ours.
const reach = (specifier) => import(specifier);
let leaked = null;

const ATTACKS = {
  environment: () => process.env.SECRET ?? JSON.stringify(process.env),
  globalProcess: () => globalThis.process.pid,
  builtinModule: () => globalThis.process.getBuiltinModule('fs'),
  evalProcess: () => Object.constructor('return process.pid')(),
  leftGlobals: () => {
    const wanted = [
      'process',
      'require',
      'fetch',
      'WebSocket',
      'EventSource',
      'Worker',
      'BroadcastChannel',
      'navigator',
      'performance',
      'WebAssembly',
      'gc',
    ];
    const left = wanted.filter((name) => name in globalThis);
    if (left.length === 0) throw new Error('none left');
    return left.join();
  },
  modules: async () => {
    const results = await Promise.all(
      builtins.map(async (name) => [name, await attempt(() => import(`node:${name}`))]),
    );
    const open = results.filter(([, result]) => result.startsWith('got')).map(([name]) => name);
    if (open.length === 0) throw new Error('no module');
    return open.join();
  },
  readEnvironment: () => import('file:///proc/self/environ', { with: { type: 'json' } }),
  readFile: () => import('file:///etc/hostname', { with: { type: 'json' } }),
  readHost: () => reach('../../../../../core/src/logger.ts'),
  dataModule: () => reach('data:text/javascript,export default 1'),
  otherPackage: () => reach('undici'),
  fetchOut: () => fetch('http://127.0.0.1:1/'),
  poison: () => {
    Array.prototype.map = () => 'poisoned';
    JSON.stringify = () => '{}';
    return 'poisoned';
  },
};

const bodyOf = (context) => ({
  async otherHost(body) {
    return attempt(() =>
      context.http.request({ method: 'GET', path: body.path, ...(body.base && { base: body.base }) }),
    );
  },
  async ownSecret() {
    const seen = JSON.stringify([context.settings, Object.keys(context.crypto), Object.keys(context.http)]);
    return `got ${seen}`;
  },
  async otherSecret() {
    return attempt(() => context.crypto.hmac('sha256', '../other', 'x', 'hex'));
  },
  async foreignAccount() {
    return attempt(() => context.crypto.sealAccount({ secretKey: 'x' }));
  },
  async keep() {
    leaked = context;
    return 'kept';
  },
  async useKept() {
    const late = new Promise((resolve) => setTimeout(() => resolve('no answer'), 300));
    return Promise.race([late, attempt(() => leaked.http.request({ method: 'POST', path: '/stolen' }))]);
  },
  async askKept() {
    return attempt(() => leaked.crypto.hmac('sha256', 'secretKey', 'x', 'hex'));
  },
  async loop() {
    for (;;);
  },
  async postThenLoop() {
    await context.http.request({ method: 'POST', path: '/charges' });
    for (;;);
  },
  async hang() {
    await new Promise(() => undefined);
  },
  async memory() {
    const kept = [];
    for (;;) {
      kept.push(new Uint8Array(16 * 1024 * 1024).fill(1));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  },
  async heap() {
    const kept = [];
    for (;;) kept.push({ kept: kept.length, text: 'x'.repeat(50) + kept.length });
  },
  async rejection() {
    Promise.reject(new Error('nobody waits for me'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return 'went on';
  },
  async throwLater() {
    setTimeout(() => {
      throw new Error('later');
    }, 1);
    await new Promise(() => undefined);
  },
  async hugeAnswer() {
    return 'x'.repeat(9 * 1024 * 1024);
  },
  async flood() {
    for (let count = 0; count < 2_000; count++) context.log.warn({ count }, 'x'.repeat(1_000));
    return 'flooded';
  },
  async requests() {
    const all = Array.from({ length: 500 }, () => attempt(() => context.http.request({ method: 'GET', path: '/x' })));
    return String((await Promise.all(all)).filter((result) => result.startsWith('got')).length);
  },
  async longPath() {
    return attempt(() => context.http.request({ method: 'GET', path: `/${'a@'.repeat(100_000)}` }));
  },
  async longQuery() {
    return attempt(() => context.http.request({ method: 'GET', path: '/x', query: { q: '1'.repeat(100_000) } }));
  },
  async manyHeaders() {
    const headers = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x-${index}`, 'x']));
    return attempt(() => context.http.request({ method: 'GET', path: '/x', headers }));
  },
  async longHeader() {
    return attempt(() =>
      context.http.request({ method: 'GET', path: '/x', headers: { 'x-long': 'x'.repeat(100_000) } }),
    );
  },
  async longKey() {
    return attempt(() => context.http.request({ method: 'POST', path: '/x', idempotencyKey: 'k'.repeat(100_000) }));
  },
  async longJson() {
    return attempt(() => context.http.request({ method: 'POST', path: '/x', json: { text: 'x'.repeat(2_000_000) } }));
  },
  async longForm() {
    return attempt(() =>
      context.http.request({
        method: 'POST',
        path: '/x',
        form: { text: 'x'.repeat(900_000), more: 'x'.repeat(900_000) },
      }),
    );
  },
  async otherMethod() {
    return attempt(() => context.http.request({ method: 'CONNECT', path: '/x' }));
  },
  async noRequest() {
    return attempt(() => context.http.request(null));
  },
  async largeLog() {
    context.log.warn({ level: 60, alert: 'forged', provider: 'other', msg: 'forged' }, 'small');
    context.log.warn({ text: 'x'.repeat(100_000) }, 'large');
    return 'logged';
  },
  async chatter() {
    for (;;) {
      context.log.warn({ text: 'x'.repeat(1_000_000) }, 'large');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  },
  async manyQuestions() {
    const ask = () => attempt(async () => context.crypto.hmac('sha256', 'secretKey', 'x', 'hex'));
    const all = await Promise.all(Array.from({ length: 500 }, ask));
    return String(all.filter((result) => result.startsWith('got')).length);
  },
  async largeQuestions() {
    const ask = () => attempt(async () => context.crypto.hmac('sha256', 'secretKey', 'x'.repeat(600_000), 'hex'));
    const all = await Promise.all(Array.from({ length: 8 }, ask));
    return String(all.filter((result) => result.startsWith('got')).length);
  },
  async workAfterwards() {
    const work = () => {
      for (const end = Date.now() + 50; Date.now() < end; );
      setTimeout(work, 1);
    };
    setTimeout(work, 1);
    return 'answered';
  },
  async deepError() {
    let body = {};
    for (let depth = 0; depth < 100_000; depth++) body = { body };
    throw Object.assign(new Error('deep'), { name: 'ProviderError', code: 'UNAVAILABLE', outcome: 'NOT_SENT', body });
  },
  async largeError() {
    throw Object.assign(new Error('x'.repeat(1_000_000)), {
      name: 'ProviderError',
      code: 'UNAVAILABLE',
      outcome: 'NOT_SENT',
      status: 'x'.repeat(1_000),
      body: { text: 'x'.repeat(1_000_000) },
    });
  },
  async errorWithGetter() {
    const error = new Error('x');
    Object.defineProperty(error, 'name', {
      get: () => {
        throw error;
      },
    });
    throw error;
  },
  async forged() {
    throw Object.assign(new Error('trust me'), { name: 'ProviderError', code: 'ROOT', outcome: 'PAID' });
  },
  async clock() {
    return context.clock.now().toISOString();
  },
});

export default {
  createProvider: (context) => ({
    async processWebhook({ body }) {
      const attack = ATTACKS[body.attack];
      const reason = attack ? await attempt(attack) : await bodyOf(context)[body.attack](body);
      return { subject: 'ignored', reason };
    },
  }),
};
