/** Lists the purchases of the last weeks, as days before today and hours in São Paulo. */
import { CUSTOMER } from './people.ts';
import type { Sold } from './session.ts';

/** Hours are those of São Paulo. Younger moments count in minutes before now, so that none lies in the future. */
export type Moment = { daysAgo: number; hour: number } | { minutesAgo: number };

export interface Entry {
  moment: Moment;
  happen(): Promise<unknown>;
}

export type Buy = (sale: Omit<DemoSale, 'daysAgo' | 'hour'>, card?: string) => Promise<Sold>;

export interface DemoSale {
  daysAgo: number;
  hour: number;
  /** The key of the offer. */
  offer: string;
  method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
  buyer: DemoBuyer;
  installments?: number;
  /** Through the link of the demo's affiliate. */
  isBrokered?: boolean;
  withBump?: boolean;
}

export interface DemoBuyer {
  name: string;
  email: string;
}

/** Signs in to the demo as well. */
export const CLARA: DemoBuyer = { name: 'Clara Cliente', email: CUSTOMER };

const BUYERS: DemoBuyer[] = [
  ...['Ana Souza', 'Bruno Carvalho', 'Carla Dias', 'Davi Moreira', 'Elisa Prado', 'Fábio Teixeira', 'Gabriela Rocha'],
  ...[
    'Henrique Alves',
    'Isabela Martins',
    'João Pedro Lima',
    'Larissa Gomes',
    'Marcos Vinícius Reis',
    'Natália Campos',
  ],
].map((name) => ({ name, email: `${toMailbox(name)}@mail.example` }));

function toMailbox(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.');
}

type Pattern = Omit<DemoSale, 'daysAgo' | 'buyer'>;

/** Comes round again and again, with another buyer each time. */
const PATTERN: Pattern[] = [
  { hour: 10.2, offer: 'course', method: 'PIX', withBump: true },
  { hour: 20.5, offer: 'course', method: 'CREDIT_CARD', installments: 6, isBrokered: true },
  { hour: 14.1, offer: 'coffee', method: 'PIX' },
  { hour: 9.4, offer: 'ebook', method: 'PIX' },
  { hour: 21.7, offer: 'course', method: 'CREDIT_CARD', installments: 1 },
  { hour: 11.8, offer: 'course', method: 'BILLET' },
  { hour: 16.3, offer: 'coffee', method: 'CREDIT_CARD', installments: 3 },
  { hour: 19.2, offer: 'course', method: 'PIX', isBrokered: true },
];

const FIRST_DAY = 44;

/** One a day, and on every third day a second one. */
export const DEMO_SALES: DemoSale[] = Array.from({ length: FIRST_DAY }, (_, index) => FIRST_DAY - index)
  .flatMap((daysAgo) => (daysAgo % 3 === 0 ? [daysAgo, daysAgo] : [daysAgo]))
  .map((daysAgo, index) => ({
    daysAgo,
    ...(PATTERN[index % PATTERN.length] as Pattern),
    buyer: BUYERS[(index * 5) % BUYERS.length] as DemoBuyer,
  }));

export const ADDRESS = {
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};
