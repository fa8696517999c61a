/**
 * Every browser bundle of the platform, one configuration each. A shell is served at /assets/<name>/ with content-hashed,
 * immutable files; `tools/src/build/build-shells.ts` runs this, compresses the result and writes the checkout's manifest.
 */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import hostPackage from './shells/host/package.json' with { type: 'json' };
import { DASHBOARDS } from './shells/host/src/dashboards.ts';
import { type CheckoutRenderer, checkoutAliases, readCheckoutRenderer } from './tools/src/build/checkout-renderer.ts';

export type BuildMode = 'production' | 'development';

const ROOT = import.meta.dirname;
const BROWSERS = ['chrome >= 109', 'edge >= 109', 'firefox >= 115', 'safari >= 16.4'];
const SHELLS = path.join(ROOT, 'dist/shells');

const compileTypeScript = (targets: string[]) => ({
  test: /\.tsx?$/,
  loader: 'builtin:swc-loader',
  type: 'javascript/auto',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    env: { targets },
  },
});

/** Browsers get of a procedure what they call it by. */
const LEAN_PROCEDURES = {
  test: /schemas\/src\/procedures\/[\w-]+\.ts$/,
  enforce: 'pre' as const,
  loader: path.join(ROOT, 'tools/src/build/browser-procedures.ts'),
};

/** Returns a cache of its own for each version and mode. */
const createCache = (name: string, version: string) => ({
  type: 'persistent' as const,
  version,
  storage: { type: 'filesystem' as const, directory: path.join(ROOT, '.cache/rspack', name) },
  buildDependencies: [import.meta.filename, LEAN_PROCEDURES.loader],
});

/** Returns the settings that all bundles share. Our sources name their files with the extension, so nothing is guessed. */
function createConfig(name: string, mode: BuildMode, targets = BROWSERS): Configuration {
  const isProduction = mode === 'production';
  return {
    name,
    mode,
    context: ROOT,
    devtool: isProduction ? false : 'cheap-module-source-map',
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: { rules: [compileTypeScript(targets)] },
    cache: createCache(name, mode),
    // Sizes are limits with tests, not warnings.
    performance: false,
    // Functions marked as such leave nothing behind where nobody uses what they return.
    experiments: { pureFunctions: true },
    infrastructureLogging: { level: 'none' },
  };
}

/** Files a browser loads as ES modules: no script tags are made, so Trusted Types has nothing to forbid. */
function createBrowserConfig(name: string, mode: BuildMode): Configuration {
  const config = createConfig(name, mode);
  const filename = mode === 'production' ? '[name].[contenthash:10].js' : '[name].js';
  return {
    ...config,
    module: { rules: [...config.module!.rules!, LEAN_PROCEDURES] },
    target: ['web', 'es2022'],
    output: {
      path: path.join(SHELLS, name),
      publicPath: `/assets/${name}/`,
      uniqueName: name,
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      filename,
      chunkFilename: filename,
    },
    // Each page says itself what is split off; a shared chunk would be one more request before it comes alive.
    optimization: { splitChunks: false },
  };
}

/**
 * A remote that any host can mount by the container protocol. Neither the container nor its host needs a runtime library
 * (docs/decisions/0067-module-federation.md), and nobody compares versions, which would cost each container 2 KB.
 */
function createRemoteConfig(
  name: string,
  mode: BuildMode,
  { filename, exposes }: { filename: string; exposes: Record<string, string> },
): Configuration {
  const named = Object.entries(exposes).map(([key, file]) => [key, { import: file, name: `${key.slice(2)}-page` }]);
  const container = new rspack.container.ContainerPlugin({
    name,
    filename,
    library: { type: 'module' },
    exposes: Object.fromEntries(named),
  });
  return { ...createBrowserConfig(name, mode), entry: {}, plugins: [container] };
}

/** The pages of the checkout. Each is a remote of its own: what several share in one build cannot be joined, and costs bytes in all. */
const CHECKOUT_PAGES = {
  default: 'pages/checkout/layouts/default.tsx',
  vega: 'pages/checkout/layouts/vega.tsx',
  dropshipping: 'pages/checkout/layouts/dropshipping.tsx',
  preview: 'pages/checkout/live-preview.tsx',
  payment: 'pages/payment/page.tsx',
  upsell: 'pages/upsell/page.tsx',
};

/** The script that other sites load. It is no module, so that a plain script element finds its own address. */
function createEmbedConfig(mode: BuildMode, entry: string): Configuration {
  const config = createBrowserConfig('embed', mode);
  const { path: folder, publicPath, filename } = config.output!;
  return {
    ...config,
    entry: { checkout: entry },
    output: { path: folder, publicPath, filename, iife: true },
  };
}

/** The checkout: its host document, the remotes with its pages, the card frame, and the module that renders them. */
function createCheckoutConfigs(mode: BuildMode, renderer: CheckoutRenderer): Configuration[] {
  const source = path.join(ROOT, 'shells/checkout/src');
  const hash = mode === 'production' ? '.[contenthash:10]' : '';
  const server: Configuration = {
    ...createConfig('checkout-server', mode, ['node 24']),
    dependencies: [
      'checkout-document',
      'card-frame',
      'pixel-frame',
      'captcha-frame',
      ...Object.keys(CHECKOUT_PAGES).map((page) => `checkout-${page}`),
    ],
    target: 'node24',
    entry: { documents: path.join(source, 'server/documents.ts') },
    output: {
      path: path.join(SHELLS, 'checkout/server'),
      filename: '[name].mjs',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
    },
    // The module finds the manifest beside itself, so its own address must stay what it is.
    node: { __dirname: false, __filename: false },
    optimization: { splitChunks: false, minimize: false },
  };
  server.module = {
    parser: { javascript: { url: false, importMeta: false } },
    rules: [
      compileTypeScript(['node 24']),
      {
        test: /\.css$/,
        type: 'asset/source',
        loader: 'builtin:lightningcss-loader',
        options: { targets: BROWSERS, minify: true },
      },
    ],
  };
  const drawn = [
    { ...createBrowserConfig('checkout-document', mode), entry: { main: path.join(source, 'document/main.tsx') } },
    server,
  ];
  const pages = Object.entries(CHECKOUT_PAGES).map(([page, file]) =>
    createRemoteConfig(`checkout-${page}`, mode, {
      filename: `remoteEntry${hash}.js`,
      exposes: { './page': path.join(source, file) },
    }),
  );
  const alias = checkoutAliases(renderer);
  const lent = {
    react$: path.join(source, 'lent/react.ts'),
    'react/jsx-runtime$': path.join(source, 'lent/jsx-runtime.ts'),
  };
  return [
    ...drawn.map((config) => ({
      ...config,
      resolve: { ...config.resolve, alias },
      cache: createCache(config.name!, `${mode} ${renderer}`),
    })),
    ...pages.map((config) => ({ ...config, resolve: { ...config.resolve, alias: lent } })),
    { ...createBrowserConfig('card-frame', mode), entry: { main: path.join(source, 'frame/main.ts') } },
    { ...createBrowserConfig('pixel-frame', mode), entry: { main: path.join(source, 'pixel-frame/main.ts') } },
    { ...createBrowserConfig('captcha-frame', mode), entry: { main: path.join(source, 'captcha-frame/main.ts') } },
    createEmbedConfig(mode, path.join(source, 'embed/main.ts')),
  ];
}

/**
 * Tokenizers that providers ship for the card frame: every plugin with browser/tokenizer.ts gets a container in its own
 * folder. Its address is stable because the plugin's version is part of it.
 */
function createTokenizerConfigs(mode: BuildMode): Configuration[] {
  const plugins = path.join(ROOT, 'plugins');
  const withTokenizer = readdirSync(plugins, { recursive: false, withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && hasFile(path.join(plugins, entry.name, 'browser'), 'tokenizer.ts'),
  );
  return withTokenizer.map(({ name }) => {
    const config = createRemoteConfig(`tokenizer-${name}`, mode, {
      filename: 'remoteEntry.js',
      exposes: { './tokenizer': path.join(plugins, name, 'browser/tokenizer.ts') },
    });
    const output = { path: path.join(plugins, name, 'dist/browser'), publicPath: 'auto' };
    return { ...config, output: { ...config.output, ...output, library: undefined, uniqueName: `tokenizer_${name}` } };
  });
}

/**
 * The packages that a page holds once, with the versions that a remote accepts of them: contexts and hooks work only within one React, texts only
 * within one i18next. The host lends its own copies (shells/host/src/federation.ts).
 */
const { dependencies: lent } = hostPackage;
export const ACCEPTED_BY_REMOTES = {
  react: `~${lent.react}`,
  'react-dom': `~${lent['react-dom']}`,
  i18next: `^${lent.i18next}`,
  'react-i18next': `^${lent['react-i18next']}`,
  antd: `^${lent.antd}`,
};

/** Each component of antd is a module of its own in the share scope, which a page asks for when it draws it. */
const toShareKey = (name: string): string => (name === 'antd' ? 'antd/' : name);

/**
 * The plugin asks for the CommonJS files of the federation runtime, which nothing can be shaken out of: they would cost every container 9 KB and
 * the host 16 KB. All have to be replaced: some of each kind would be two runtimes.
 */
function aliasFederationRuntime(): Record<string, string> {
  const plugin = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced/rspack'));
  const rspackPlugin = createRequire(plugin.resolve('@module-federation/rspack'));
  const packages = ['runtime', 'webpack-bundler-runtime', 'inject-external-runtime-core-plugin'];
  const found = packages.map((name) => rspackPlugin.resolve(`@module-federation/${name}`));
  return Object.fromEntries(found.map((file) => [file, file.replace(/\.cjs$/, '.js')]));
}

/** The pages of one dashboard share what several of them use. */
function createDashboardConfig(name: string, mode: BuildMode): Configuration {
  const config = createBrowserConfig(name, mode);
  const filename = mode === 'production' ? '[name].[contenthash:10].css' : '[name].css';
  return {
    ...config,
    resolve: { ...config.resolve, alias: aliasFederationRuntime() },
    module: { rules: [...config.module!.rules!, { test: /\.css$/, type: 'css/auto' }] },
    output: { ...config.output, cssFilename: filename, cssChunkFilename: filename },
    optimization: { splitChunks: { chunks: 'async' } },
  };
}

/** The host fetches no types and no manifest: the document holds the addresses of the remotes' files. */
const FEDERATION = {
  dts: false,
  dev: false,
  experiments: { optimization: { disableSnapshot: true, target: 'web' } },
} as const;

interface FederatedRemote {
  name: string;
  mode: BuildMode;
  exposes: Record<string, { import: string; name: string }>;
  /** The versions that it accepts of what the host lends. */
  accepts?: Record<string, string>;
}

/** A remote that any host can mount that lends it the shared packages. Its files find each other wherever they are served. */
export function createFederatedConfig({
  name,
  mode,
  exposes,
  accepts = ACCEPTED_BY_REMOTES,
}: FederatedRemote): Configuration {
  const hash = mode === 'production' ? '.[contenthash:10]' : '';
  const config = createDashboardConfig(name, mode);
  const plugin = new ModuleFederationPlugin({
    ...FEDERATION,
    name,
    filename: `remoteEntry${hash}.js`,
    library: { type: 'module' },
    exposes,
    shared: Object.fromEntries(
      Object.entries(accepts).map(([name, requiredVersion]) => [
        toShareKey(name),
        { singleton: true, strictVersion: true, import: false as const, requiredVersion },
      ]),
    ),
    experiments: { ...FEDERATION.experiments, externalRuntime: true },
  });
  return {
    ...config,
    entry: {},
    // A page of the owner's own may stand outside of this folder.
    resolve: { ...config.resolve, modules: ['node_modules', path.join(ROOT, 'node_modules')] },
    output: { ...config.output, publicPath: 'auto' },
    externalsType: 'global',
    plugins: [plugin],
  };
}

/** The modules that a dashboard exposes. */
export const exposeRegister = (name: string): FederatedRemote['exposes'] => ({
  './register': { import: path.join(ROOT, `shells/${name}/src/register.tsx`), name: 'register' },
});

/** A document that starts the federation runtime and mounts remotes. */
function createHostConfig(name: string, entry: string, mode: BuildMode): Configuration {
  return {
    ...createDashboardConfig(name, mode),
    entry: { main: path.join(ROOT, 'shells/host/src', entry) },
    plugins: [new ModuleFederationPlugin({ ...FEDERATION, name, manifest: false })],
  };
}

/** The hosts bring React, the texts and the federation runtime; the dashboards that they mount bring their pages. */
const createDashboardConfigs = (mode: BuildMode): Configuration[] => [
  createHostConfig('host', 'main.tsx', mode),
  createHostConfig('remote-frame', 'remote-frame/main.tsx', mode),
  ...DASHBOARDS.map(({ remote: name }) => createFederatedConfig({ name, mode, exposes: exposeRegister(name) })),
];

/**
 * The service workers: one shows notifications, the other tells people of an installed dashboard that they are offline. They are classic
 * scripts, as all browsers take them. Their addresses stay the same, because a browser looks there for a newer one.
 */
function createWorkerConfig(name: 'push-worker' | 'app-worker', mode: BuildMode): Configuration {
  return {
    ...createConfig(name, mode),
    target: ['webworker', 'es2022'],
    entry: { main: path.join(ROOT, 'shells/host/src', name, 'main.ts') },
    output: { path: path.join(SHELLS, name), publicPath: `/assets/${name}/`, filename: '[name].js' },
    optimization: { splitChunks: false },
  };
}

function hasFile(folder: string, file: string): boolean {
  try {
    return readdirSync(folder).includes(file);
  } catch {
    return false;
  }
}

export function createConfigs(mode: BuildMode, renderer = readCheckoutRenderer()): Configuration[] {
  return [
    ...createCheckoutConfigs(mode, renderer),
    ...createDashboardConfigs(mode),
    createWorkerConfig('push-worker', mode),
    createWorkerConfig('app-worker', mode),
    ...createTokenizerConfigs(mode),
  ];
}

export default createConfigs('production');
