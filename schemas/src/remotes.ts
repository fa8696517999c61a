/** Describes remotes: what the build of one says about itself, and what the host's document says about those that it may mount. */
import type { FromSchema } from 'json-schema-to-ts';
import { LOCALES, textSchema } from './common.ts';
import { ADMIN_PERMISSIONS } from './options.ts';
import { record, recordWith } from './parts.ts';
import { ROLES } from './procedure.ts';

/** The places of the built documents of the dashboards that the core fills in each answer. */
export const DOCUMENT_MARKS = {
  /** The nonce of the policy. */
  nonce: '__NONCE__',
  /** The dashboards (DashboardRemotes). */
  remotes: '__REMOTES__',
  /** The owner's pages (OwnPage[]). */
  ownPages: '__OWN_PAGES__',
  /** The page of a frame (RemoteFrameConfig). */
  frame: '__FRAME__',
  /** The digests of files from elsewhere, as an import map. */
  importMap: '<!--import-map-->',
} as const;

const fileSchema = { type: 'string', pattern: '^[\\w.-]{1,200}$' } as const;
const filesSchema = { type: 'array', items: fileSchema, maxItems: 500 } as const;
/** A digest as browsers check it (Subresource Integrity). */
export const INTEGRITY = '^sha384-[A-Za-z0-9+/]{64}$';
const integritySchema = { type: 'string', pattern: INTEGRITY } as const;
const byNameSchema = <const S>(additionalProperties: S) =>
  ({ type: 'object', maxProperties: 500, additionalProperties }) as const;

/** The files of a remote, named as they stand beside its manifest. */
export const remoteFilesSchema = record({
  /** The version of the remote's own package. */
  version: textSchema(40, 1),
  /** The file of the container. */
  entry: fileSchema,
  /** Files that the host asks for before it knows whether somebody is signed in. */
  preloads: filesSchema,
  /** Files that every page needs next. */
  providers: filesSchema,
  /** Files of the texts, by language. */
  texts: byNameSchema(filesSchema),
  /** Files of the pages that the menu leads to, by the last part of their address. */
  pages: byNameSchema(filesSchema),
  /** The versions that the remote accepts of what the host lends, as ranges. */
  accepts: byNameSchema(textSchema(60, 1)),
  /** The digest of every file. */
  integrity: byNameSchema(integritySchema),
});
export type RemoteFiles = FromSchema<typeof remoteFilesSchema>;

/** The manifest of Module Federation (mf-manifest.json), of which Feira reads its own part. */
export const remoteManifestSchema = {
  type: 'object',
  required: ['name', 'feira'],
  properties: { name: textSchema(60, 1), feira: remoteFilesSchema },
} as const;
export type RemoteManifest = FromSchema<typeof remoteManifestSchema>;

/** A remote as the host's document names it, with addresses in place of files. */
export type RemoteAddresses = Omit<RemoteFiles, 'integrity'>;

/** Reasons why a remote that the configuration names cannot be mounted now. */
export type RemoteState = 'ready' | 'unreachable' | 'altered';

/** The dashboards as the host's document names them, by the name of their remote. */
export type DashboardRemotes = Record<string, RemoteAddresses & { basePath: string; state?: RemoteState }>;

/** A page that an owner of the installation adds to a dashboard. */
export const ownRemoteSchema = recordWith(
  {
    /** Also the last part of the page's address. */
    name: { type: 'string', pattern: '^[a-z][a-z0-9-]{2,39}$' },
    /** The address of the remote's manifest. */
    manifest: { type: 'string', pattern: '^https?://', maxLength: 500 },
    /** The digest of that manifest, which holds those of all files. */
    integrity: integritySchema,
    dashboard: { type: 'string', enum: ['seller', 'admin', 'master', 'manager', 'customer'] },
    roles: {
      type: 'array',
      items: { type: 'string', enum: ROLES },
      minItems: 1,
      maxItems: ROLES.length,
      uniqueItems: true,
    },
    /** The menu entry and title of the page. */
    title: record(
      Object.fromEntries(LOCALES.map((locale) => [locale, textSchema(60, 1)])) as Record<
        (typeof LOCALES)[number],
        ReturnType<typeof textSchema>
      >,
    ),
    /** The procedures that the page may call, by name. */
    procedures: { type: 'array', items: textSchema(80, 3), maxItems: 100, uniqueItems: true },
  },
  {
    /** The permission that an administrator needs for the page. */
    permission: { type: 'string', enum: ADMIN_PERMISSIONS },
    /** Hosts of the platforms that have the page; every platform has it without them. */
    hosts: { type: 'array', items: textSchema(253, 1), minItems: 1, maxItems: 100 },
  },
);
export type OwnRemote = FromSchema<typeof ownRemoteSchema>;
export const ownRemotesSchema = { type: 'array', items: ownRemoteSchema, maxItems: 50 } as const;

/** An owner's page as the host's document names it. */
export interface OwnPage extends Pick<OwnRemote, 'name' | 'dashboard' | 'roles' | 'title' | 'permission'> {
  /** The procedures that the page may call, each with its kind. */
  procedures: Record<string, 'query' | 'mutation'>;
}

/** The JSON that the frame of an owner's page is given. */
export interface RemoteFrameConfig {
  name: string;
  /** The address of the container; null where it cannot be mounted now. */
  entry: string | null;
  accepts: Record<string, string>;
  parentOrigin: string;
}

/** A message of the host to the frame of an owner's page, over its channel. */
export type ToRemoteFrame =
  | { kind: 'host'; locale: (typeof LOCALES)[number]; theme: 'light' | 'dark' }
  | { kind: 'answer'; id: number; output: unknown }
  | { kind: 'refusal'; id: number; code: string; message: string };

/** A message of the frame of an owner's page to the host. */
export type FromRemoteFrame =
  | { kind: 'drawn' }
  | { kind: 'failed'; message: string }
  | { kind: 'height'; pixels: number }
  | { kind: 'call'; id: number; procedure: string; input: object };
