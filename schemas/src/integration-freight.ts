/** Declares how a system that quotes freight is asked, and how its answers are read. */
import { recordWith } from './parts.ts';

const path = { type: 'string', maxLength: 100 } as const;
const callName = { type: 'string', maxLength: 40 } as const;

const readSchema = recordWith(
  {
    call: callName,
    /** The list of services in the answer; "" where the answer is the list. */
    list: path,
    /** The service's code. What several answers say of one code is about one service. */
    code: path,
  },
  {
    /** The texts that make up the name, such as the carrier and the service. */
    name: { type: 'array', items: path, minItems: 1, maxItems: 3 },
    price: path,
    /** Bank days until it arrives. */
    days: path,
    /** A service whose row has a value here cannot be had. */
    error: path,
  },
);

export const freightSchema = recordWith(
  {
    /** The calls of a quote, in order. */
    calls: { type: 'array', items: callName, minItems: 1, maxItems: 4 },
    read: { type: 'array', items: readSchema, minItems: 1, maxItems: 4 },
    /** The sign before the cents of a price that is a text. */
    decimalMark: { type: 'string', enum: ['.', ','] },
  },
  {
    /** The names of services by their codes, where no answer holds them. */
    names: { type: 'object', additionalProperties: { type: 'string', minLength: 1, maxLength: 60 } },
  },
);

export interface IntegrationFreight {
  calls: string[];
  read: { call: string; list: string; code: string; name?: string[]; price?: string; days?: string; error?: string }[];
  decimalMark: '.' | ',';
  names?: Record<string, string>;
}

/** The setting of every connection that quotes freight: the zip code (CEP) from which parcels are sent. */
export const SENDER_ZIP = 'senderZip';

/** The parcel of an order, and where it goes. */
export interface FreightFacts {
  /** Eight digits. */
  fromZip: string;
  toZip: string;
  weightGrams: number;
  weightKg: number;
  heightCm: number;
  widthCm: number;
  lengthCm: number;
  /** The value of the goods in cents, which is insured. */
  value: number;
}

export const FREIGHT_FIELDS = [
  ...['fromZip', 'toZip', 'weightGrams', 'weightKg', 'heightCm', 'widthCm', 'lengthCm', 'value'].map(
    (name) => `freight.${name}`,
  ),
] as const;

/** The parcel that is quoted where a product tells no weight or size: the smallest that carriers take. */
export const LEAST_PARCEL = { weightGrams: 300, heightCm: 2, widthCm: 11, lengthCm: 16 } as const;
