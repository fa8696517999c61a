/** The fields of something that buyers of a product get, which its seller edits. Its kind never changes. */
import { field, hidden } from '../../rules/audit-field.ts';
import { httpsSchema } from '../catalogue.ts';
import { lineSchema, textSchema, uuidSchema } from '../common.ts';
import { nullable } from '../parts.ts';
import type { Entity, ValuesOf } from './entity.ts';

/** Fields of other kinds are null. */
export const deliverable = {
  title: {
    schema: lineSchema(120, 1),
    audit: field('text', 'Título', 'Title'),
    label: 'deliverables.title',
    problem: 'problems.title',
  },
  /** FILE: an upload of `deliverables.createUpload` that was sent. */
  uploadId: { schema: nullable(uuidSchema), default: null, audit: hidden, label: 'deliverables.file' },
  /** FILE: how often the buyer of one sale may download it. Default: 10. */
  mostDownloads: {
    schema: { type: 'integer', minimum: 1, maximum: 1_000 },
    default: 10,
    audit: field('count', 'Máximo de downloads', 'Most downloads'),
    label: 'deliverables.mostDownloads',
    problem: 'problems.downloads',
  },
  /** ADDRESS: an https address. */
  address: {
    schema: nullable(httpsSchema),
    default: null,
    audit: field('text', 'Endereço', 'Address'),
    label: 'deliverables.address',
  },
  /** TEXT: the words; of the other kinds, a note beside it. */
  text: {
    schema: nullable(textSchema(5_000)),
    default: null,
    audit: field('text', 'Texto', 'Text'),
    label: 'deliverables.note',
  },
} as const satisfies Entity;
export interface DeliverableFields extends ValuesOf<typeof deliverable> {}
