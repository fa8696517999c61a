/** Sends the HTML documents of the built checkout and dashboards with their headers, and serves the files they load. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { Locale } from '@feira/schemas/common';
import type {
  CaptchaFrameConfig,
  CardFrameConfig,
  DocumentRenderer,
  MessageDocumentInput,
} from '@feira/schemas/documents';
import { REPORTS_PATH } from '@feira/schemas/page-reports';
import type { PixelFrameConfig } from '@feira/schemas/pixels';
import { DOCUMENT_MARKS, type RemoteFrameConfig } from '@feira/schemas/remotes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { chooseCoding, compress } from '../shared/compress.ts';
import { toFolderName } from '../shared/package-folder.ts';
import type { CaptchaService } from './config.ts';
import { AppError, errorBody } from './errors.ts';
import type { ProviderPackage } from './providers.ts';

interface CardFrame {
  locale: Locale;
  config: CardFrameConfig;
  /** The origins whose pages may frame the checkout around it. */
  ancestors: readonly string[];
  /** The tokenizer that the frame loads; null when the frame seals the card for the core. */
  tokenizer: { package: ProviderPackage; host: string } | null;
}

interface CaptchaFrame {
  locale: Locale;
  config: CaptchaFrameConfig;
  /** The origin of the frame, which is neither that of a page nor that of the card form. */
  origin: string;
  /** The origins whose pages may frame the checkout around it. */
  ancestors: readonly string[];
}

interface PixelFrame {
  locale: Locale;
  config: PixelFrameConfig;
  /** The hosts that the scripts in use come from and report to, by directive. */
  sources: PixelSources;
}

export interface PixelSources {
  scripts: string[];
  images: string[];
  connections: string[];
}

export interface Documents {
  send(
    reply: FastifyReply,
    render: (renderer: DocumentRenderer, nonce: string) => string,
    options?: { frames?: readonly string[]; forms?: readonly string[]; ancestors?: readonly string[] },
  ): Promise<FastifyReply>;
  /** Sends a checkout that only shows itself: in a frame of this host, and in a sandbox that sends nothing anywhere. */
  sendPreview(
    reply: FastifyReply,
    render: (renderer: DocumentRenderer, nonce: string) => string,
  ): Promise<FastifyReply>;
  /** Tells by a page that something is missing. With an error the page has its text and its status. */
  sendMessage(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: MessageDocumentInput['kind'],
    more?: AppError | { url: string },
    details?: Pick<MessageDocumentInput, 'url' | 'note' | 'embed'> & { ancestors?: readonly string[] },
  ): Promise<FastifyReply>;
  sendCardFrame(reply: FastifyReply, frame: CardFrame): Promise<FastifyReply>;
  sendPixelFrame(reply: FastifyReply, frame: PixelFrame): Promise<FastifyReply>;
  sendCaptchaFrame(reply: FastifyReply, frame: CaptchaFrame): Promise<FastifyReply>;
  /** Sends the document that all dashboards share. It finds out by itself who is signed in and which page the address names. */
  sendDashboard(reply: FastifyReply): Promise<FastifyReply>;
  /** Sends the document in which an owner's page runs, without an origin and without a connection to anywhere. */
  sendRemoteFrame(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply>;
  /** Returns the address of a provider's browser module, for packages on this node. */
  tokenizerUrl(provider: ProviderPackage): string;
}

declare module 'fastify' {
  interface FastifyInstance {
    documents: Documents;
  }
}

const MESSAGE_STATUS = { 'not-found': 404, unavailable: 503, error: 500, trial: 200, link: 410 } as const;

const COMMON_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // A document holds a nonce, and may hold what the buyer typed.
  'cache-control': 'no-store',
  'referrer-policy': 'strict-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  vary: 'accept-encoding',
} as const;

/** Browsers tell at once what a policy has blocked. Beside `report-to` Chromium ignores it, and sends minutes later or, without HTTPS, never. */
const reportTo = (pageOrigin: string) => `report-uri ${pageOrigin}${REPORTS_PATH}`;

/**
 * `frames` are the addresses of the frames in the page. Each leads to itself alone, so that code in it can put nothing into a path. `forms` are
 * the addresses outside to which the page sends a form. `ancestors` are the origins whose pages may frame it.
 */
const checkoutPolicy = (
  nonce: string,
  { frames, forms, ancestors }: Record<'frames' | 'forms' | 'ancestors', readonly string[]>,
  pageOrigin: string,
) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "connect-src 'self'",
    `frame-src ${listSources(frames.map((url) => withoutQuery(new URL(url, pageOrigin))))}`,
    ["form-action 'self'", ...forms.map((url) => new URL(url, pageOrigin).origin)].join(' '),
    "base-uri 'none'",
    `frame-ancestors ${listSources(ancestors)}`,
    "require-trusted-types-for 'script'",
    reportTo(pageOrigin),
  ].join('; ');

/**
 * The preview in the builder draws the settings of a draft. Its origin is opaque, so it has no session, and it may neither send forms nor
 * connect to anything: nothing can be bought in it, whatever its code does.
 */
const previewPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'sandbox allow-scripts',
  ].join('; ');

/**
 * The card frame runs the code of a provider beside the card. It loads the frame's own files and those of the one tokenizer, connects to
 * the provider's host, and only the checkout may embed it. No nonce opens scripts, because code in the frame could read it. Scripts are named
 * one by one: code in the frame could ask for a path of this host that holds the card's number, which a log would keep.
 */
const cardFramePolicy = (nonce: string, { tokenizer, config, ancestors }: CardFrame, scripts: readonly string[]) =>
  [
    "default-src 'none'",
    `script-src ${listSources(scripts)}`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    `connect-src ${tokenizer?.host ?? "'none'"}`,
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    // Browsers ask about the pages around the checkout as well.
    `frame-ancestors ${[config.parentOrigin, ...ancestors].join(' ')}`,
    reportTo(config.parentOrigin),
  ].join('; ');

/**
 * The pixel frame runs the scripts of advertising networks, and of those alone whose ids are in use. The sandbox takes its origin away even
 * where somebody opens its address in a tab of its own.
 */
const pixelFramePolicy = (nonce: string, { config, sources }: PixelFrame, scripts: readonly string[]) =>
  [
    "default-src 'none'",
    `script-src ${listSources([...scripts, ...sources.scripts])}`,
    `style-src 'nonce-${nonce}'`,
    `img-src ${sources.images.join(' ')}`,
    `connect-src ${sources.connections.join(' ')}`,
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${config.parentOrigin}`,
    'sandbox allow-scripts',
    reportTo(config.parentOrigin),
  ].join('; ');

/**
 * The origins that each CAPTCHA service asks for. hCaptcha says that its subdomains change.
 * https://developers.cloudflare.com/turnstile/reference/content-security-policy/ and https://docs.hcaptcha.com/#content-security-policy-settings
 */
const CAPTCHA_ORIGINS: Record<CaptchaService, string> = {
  turnstile: 'https://challenges.cloudflare.com',
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
};

/**
 * The CAPTCHA frame runs the script of the service, on an origin where nothing else lives: neither the page, its sessions nor the card form can
 * be reached from it. The sandbox keeps that origin, because the service's own frame inherits it and needs one.
 */
const captchaFramePolicy = (nonce: string, { config, ancestors }: CaptchaFrame, scripts: readonly string[]) => {
  const service = CAPTCHA_ORIGINS[config.service];
  return [
    "default-src 'none'",
    `script-src ${listSources(scripts)} ${service}`,
    `style-src 'nonce-${nonce}' ${service}`,
    `connect-src ${service}`,
    `frame-src ${service}`,
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${[config.parentOrigin, ...ancestors].join(' ')}`,
    'sandbox allow-scripts allow-same-origin allow-forms allow-popups',
    reportTo(config.parentOrigin),
  ].join('; ');
};

interface DashboardSources {
  /** The origin of the page. */
  origin: string;
  /** The folders of dashboards that are served from elsewhere. */
  folders: string;
  storageOrigin: string;
  frameOrigin: string;
}

/**
 * Scripts come from the node's own files and those of the remotes that the configuration names, and from nowhere else. Components write styles at
 * run time, which carry the nonce. Uploads go to the storage.
 */
const dashboardPolicy = (nonce: string, { origin, folders, storageOrigin, frameOrigin }: DashboardSources) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${origin}/assets/${folders}`,
    `style-src 'self' 'nonce-${nonce}'${folders}`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    `connect-src 'self'${storageOrigin}`,
    // The preview of a checkout in its builder, the card form of a subscription, and pages of the owner's own.
    `frame-src 'self'${frameOrigin && ` ${frameOrigin}`}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The frame of an owner's page runs code that this repository does not hold. It has no origin, so it has no session, and it connects to nothing:
 * what it reads, it reads through the host, which lets it call the procedures that the configuration names.
 */
const remoteFramePolicy = (nonce: string, origin: string, folder: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${origin}/assets/remote-frame/ ${folder}`,
    `style-src 'unsafe-inline' ${origin}/assets/remote-frame/ ${folder}`,
    'img-src data:',
    'font-src data:',
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${origin}`,
    'sandbox allow-scripts',
  ].join('; ');

const toJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
/** Browsers check the digests of modules that an import map names, however they are loaded. */
const toImportMap = (nonce: string, integrity: Record<string, string>) =>
  Object.keys(integrity).length === 0
    ? ''
    : `<script type="importmap" nonce="${nonce}">${toJson({ integrity })}</script>`;

const listSources = (sources: readonly string[]): string => sources.join(' ') || "'none'";
const withoutQuery = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

/** Lists the scripts in a folder and below; none where it is not there. */
const listScripts = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }).catch(() => [])).filter((file) => file.endsWith('.js')).sort();

/** Sends a document compressed, because its size delays the first paint. Its secrets are valid for this one response only. */
async function sendHtml(reply: FastifyReply, html: string, headers: Record<string, string>): Promise<FastifyReply> {
  reply.headers({ ...COMMON_HEADERS, ...headers });
  const coding = chooseCoding(reply.request.headers['accept-encoding']?.toString());
  return coding ? reply.header('content-encoding', coding).send(await compress(html, coding)) : reply.send(html);
}

/** The folder of a package with its browser module and what that loads. */
const tokenizerFolder = ({ directory, manifest }: ProviderPackage): string =>
  resolve(directory, manifest.tokenizer?.entry ?? '', '..');

const YEAR_SECONDS = 31_536_000;
/** Browsers keep the script of other sites for this time, also after a new version. */
const EMBED_SECONDS = 600;
/** Matches paths that leave their directory, and hidden files. */
const CLIMBING = /(^|[/\\])\./;

export default fp(
  async (app) => {
    const { shellsDirectory, cardFrameOrigin, s3 } = app.config;
    const storageOrigin = s3 ? ` ${new URL(s3.url).origin}` : '';
    const rendererFile = join(shellsDirectory, 'checkout/server/documents.mjs');
    let loading: Promise<DocumentRenderer> | null = null;
    const loadRenderer = () => {
      if (!existsSync(rendererFile))
        throw new Error('The checkout is not built: run `npm start`, which builds it, or set SHELLS_DIRECTORY.');
      loading ??= import(pathToFileURL(rendererFile).href) as Promise<DocumentRenderer>;
      return loading;
    };
    const documents = new Map<string, Promise<string>>();
    const loadDocument = (shell: string) => {
      const reading =
        documents.get(shell) ??
        readFile(join(shellsDirectory, shell, 'index.html'), 'utf8').catch((error) => {
          documents.delete(shell);
          throw new Error(
            'The dashboards are not built: run `npm start`, which builds them, or set SHELLS_DIRECTORY.',
            { cause: error },
          );
        });
      documents.set(shell, reading);
      return reading;
    };
    const toOrigin = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`;
    const listFrameScripts = async ({ config, tokenizer }: CardFrame): Promise<string[]> => {
      const origin = cardFrameOrigin || config.parentOrigin;
      const own = await listScripts(join(shellsDirectory, 'card-frame'));
      const provided = tokenizer ? await listScripts(tokenizerFolder(tokenizer.package)) : [];
      const { tokenizerUrl = '' } = config;
      return [
        ...own.map((file) => `${origin}/assets/card-frame/${file}`),
        ...provided.map((file) => new URL(file, new URL(tokenizerUrl, origin)).href),
      ];
    };
    const newNonce = () => randomBytes(16).toString('base64url');

    app.decorate('documents', {
      async send(reply, render, { frames = [], forms = [], ancestors = [] } = {}) {
        const nonce = newNonce();
        const html = render(await loadRenderer(), nonce);
        return sendHtml(reply, html, {
          'content-security-policy': checkoutPolicy(nonce, { frames, forms, ancestors }, toOrigin(reply.request)),
          // The header knows no list of origins, and yields to the policy in every browser.
          ...(ancestors.length === 0 && { 'x-frame-options': 'DENY' }),
        });
      },
      async sendPreview(reply, render) {
        const nonce = newNonce();
        const html = render(await loadRenderer(), nonce);
        return sendHtml(reply, html, {
          'content-security-policy': previewPolicy(nonce),
          'x-frame-options': 'SAMEORIGIN',
        });
      },
      async sendMessage(request, reply, kind, more, { ancestors = [], ...details } = {}) {
        const error = more instanceof AppError ? more : null;
        reply.code(error?.status ?? MESSAGE_STATUS[kind]);
        const render: Parameters<typeof app.documents.send>[1] = (renderer, nonce) =>
          renderer.renderMessage({
            kind,
            ...(more && 'url' in more && { url: more.url }),
            ...details,
            ...(error && { text: errorBody(error, request.locale).message }),
            ...(request.platform && { platformName: request.platform.name }),
            locale: request.locale,
            nonce,
          });
        return app.documents.send(reply, render, { ancestors });
      },
      async sendCardFrame(reply, frame) {
        const nonce = newNonce();
        const { renderCardFrame } = await loadRenderer();
        const html = renderCardFrame({ config: frame.config, locale: frame.locale, nonce });
        return sendHtml(reply, html, {
          'content-security-policy': cardFramePolicy(nonce, frame, await listFrameScripts(frame)),
          // A name that code in the frame has looked up would carry what it holds.
          'x-dns-prefetch-control': 'off',
        });
      },
      async sendPixelFrame(reply, frame) {
        const nonce = newNonce();
        const { renderPixelFrame } = await loadRenderer();
        const html = renderPixelFrame({ config: frame.config, locale: frame.locale, nonce });
        return sendHtml(reply, html, {
          'content-security-policy': pixelFramePolicy(
            nonce,
            frame,
            (await listScripts(join(shellsDirectory, 'pixel-frame'))).map(
              (file) => `${frame.config.parentOrigin}/assets/pixel-frame/${file}`,
            ),
          ),
          'referrer-policy': 'no-referrer',
        });
      },
      async sendCaptchaFrame(reply, frame) {
        const nonce = newNonce();
        const { renderCaptchaFrame } = await loadRenderer();
        const html = renderCaptchaFrame({ config: frame.config, locale: frame.locale, nonce });
        const own = await listScripts(join(shellsDirectory, 'captcha-frame'));
        const scripts = own.map((file) => `${frame.origin}/assets/captcha-frame/${file}`);
        return sendHtml(reply, html, { 'content-security-policy': captchaFramePolicy(nonce, frame, scripts) });
      },
      async sendDashboard(reply) {
        const nonce = newNonce();
        const { request } = reply;
        const apart = app.remotes.listApart();
        const remotes = await app.remotes.listDashboards();
        const integrity = Object.assign({}, ...apart.map((remote) => remote.integrity));
        const html = (await loadDocument('host'))
          .replace(DOCUMENT_MARKS.importMap, () => toImportMap(nonce, integrity))
          .replace(DOCUMENT_MARKS.remotes, () => toJson(remotes))
          .replace(DOCUMENT_MARKS.ownPages, () => toJson(app.remotes.listOwnPages(request.hostname)))
          .replaceAll(DOCUMENT_MARKS.nonce, nonce);
        return sendHtml(reply, html, {
          'content-security-policy': dashboardPolicy(nonce, {
            origin: toOrigin(request),
            folders: apart.map(({ folder }) => ` ${folder}`).join(''),
            storageOrigin,
            frameOrigin: cardFrameOrigin,
          }),
          'x-frame-options': 'DENY',
        });
      },
      async sendRemoteFrame(request, reply, name) {
        const found = app.remotes.findOwn(name, request.hostname);
        if (found === undefined) {
          reply.callNotFound();
          return reply;
        }
        const nonce = newNonce();
        const parentOrigin = toOrigin(request);
        const config: RemoteFrameConfig = {
          name,
          entry: found?.addresses.entry ?? null,
          accepts: found?.addresses.accepts ?? {},
          parentOrigin,
        };
        const html = (await loadDocument('remote-frame'))
          .replace(DOCUMENT_MARKS.importMap, () => toImportMap(nonce, found?.integrity ?? {}))
          .replace(DOCUMENT_MARKS.frame, () => toJson(config))
          .replaceAll(DOCUMENT_MARKS.nonce, nonce);
        return sendHtml(reply, html, {
          'content-security-policy': remoteFramePolicy(nonce, parentOrigin, found?.folder ?? ''),
          'referrer-policy': 'no-referrer',
        });
      },
      tokenizerUrl: ({ id, version, digest, manifest }) => {
        // Two operators may have installed different packages of the same name and version.
        const folder = digest === null ? '' : `${toFolderName(digest)}/`;
        const file = manifest.tokenizer?.entry.split('/').at(-1) ?? '';
        return `${cardFrameOrigin}/tokenizers/${id}/${version}/${folder}${file}`;
      },
    });

    // The file names carry a hash of the content. Frames of an opaque origin load the files too, which needs open CORS.
    await app.register(fastifyStatic, {
      root: shellsDirectory,
      serve: false,
      cacheControl: false,
      preCompressed: true,
    });
    const sendFile = (reply: FastifyReply, root: string, file: string, isImmutable: boolean) =>
      reply
        .headers({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        })
        // Nobody asks again for a file that never changes.
        .sendFile(file, root, { cacheControl: false, etag: !isImmutable, lastModified: !isImmutable });

    const open = {
      config: { access: { kind: 'public' }, anyHost: true, limit: null },
      schema: { hide: true },
    } as const;
    app.route<{ Params: { shell: string; '*': string } }>({
      ...open,
      method: 'GET',
      url: '/assets/:shell/*',
      handler: (request, reply) => {
        const { shell, '*': file } = request.params;
        // The server module and the build reports are not served.
        const isInside = file.startsWith('server/') || CLIMBING.test(file);
        if (!/^[a-z-]+$/.test(shell) || !/\.(js|css|svg|png|webp|woff2|json)$/.test(file) || isInside)
          return reply.callNotFound();
        // It answers for the pages of a dashboard, which lie outside of its folder.
        if (shell === 'app-worker') reply.header('service-worker-allowed', '/');
        return sendFile(reply, join(shellsDirectory, shell), file, /\.[0-9a-f]{8,}\./.test(file));
      },
    });
    // Pages of other sites name this one address. The name of the file changes with its content.
    app.route({
      ...open,
      method: 'GET',
      url: '/checkout.js',
      handler: async (_request, reply) => {
        // Files of earlier builds may lie beside it.
        const address = (await loadRenderer()).embedScript();
        const file = address.slice(address.lastIndexOf('/') + 1);
        return sendFile(reply, join(shellsDirectory, 'embed'), file, false).headers({
          'cache-control': `public, max-age=${EMBED_SECONDS}`,
          'content-location': address,
        });
      },
    });
    app.route<{ Params: { provider: string; version: string; '*': string } }>({
      ...open,
      method: 'GET',
      url: '/tokenizers/:provider/:version/*',
      handler: (request, reply) => {
        const { provider, version, '*': path } = request.params;
        const [, folder, file = ''] = /^(?:(sha256-[0-9a-f]{64})\/)?(.*)$/.exec(path) ?? [];
        const found = folder
          ? app.providers
              .listAll()
              .find(
                (item) =>
                  item.id === provider &&
                  item.version === version &&
                  item.digest !== null &&
                  toFolderName(item.digest) === folder,
              )
          : app.providers.get(provider, version);
        if (!found?.manifest.tokenizer || !file.endsWith('.js') || CLIMBING.test(file)) return reply.callNotFound();
        return sendFile(reply, tokenizerFolder(found), file, false);
      },
    });
  },
  { name: 'documents', dependencies: ['config', 'providers', 'access', 'platforms', 'remotes'] },
);
