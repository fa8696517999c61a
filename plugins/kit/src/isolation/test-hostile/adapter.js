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
    for (let count = 0; count < 2_000; count++) context.log.warn({ count }, 'x'.repeat(10_000));
    return 'flooded';
  },
  async requests() {
    const all = Array.from({ length: 500 }, () => attempt(() => context.http.request({ method: 'GET', path: '/x' })));
    return String((await Promise.all(all)).filter((result) => result.startsWith('got')).length);
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
