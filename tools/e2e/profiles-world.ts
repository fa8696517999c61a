/** Answers for the page of a person and for its head in dialogs, the same for everybody. */
import type { Output } from '@feira/schemas/procedure';
import { listEvents } from '@feira/schemas/procedures/audit';
import { listProducts } from '@feira/schemas/procedures/products';
import * as profiles from '@feira/schemas/procedures/profiles';
import { listPlatformSales } from '@feira/schemas/procedures/sales';
import type { FakedServer } from './faked-screens.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
const LATER = '2026-12-18T15:30:00.000Z';
export const SALE_ID = id(7_001);

export const BUYER = {
  name: 'Lia Compradora',
  email: 'lia@cliente.example',
  document: '•••.444.777-••',
  phone: '11987654321',
  firstAt: AT,
  personId: null,
  otherEmails: ['lia.c@cliente.example'],
  totals: [{ currency: 'BRL', purchases: 3, paid: 2, spent: 18_990, refunds: 1, refunded: 990, disputes: 0 }],
  requests: 1,
  purchases: [
    {
      id: SALE_ID,
      paymentId: 'A'.repeat(22),
      createdAt: AT,
      title: 'Curso de Pão',
      sellerName: 'Beatriz Nogueira',
      method: 'PIX',
      amount: 9_990,
      currency: 'BRL',
      status: 'APPROVED',
    },
  ],
} as const;

export function answerProfiles(server: FakedServer): void {
  const notes = [
    {
      id: id(7_101),
      authorName: 'Helena Prado',
      text: 'Pediu prazo para os documentos.',
      createdAt: AT,
      isDeletable: false,
    },
  ];
  server.answer(
    profiles.getHead,
    ({ personId }): Output<typeof profiles.getHead> => ({
      id: personId,
      name: 'Beatriz Nogueira',
      email: 'beatriz@loja.example',
      status: 'ACTIVE',
      roles: ['seller'],
      createdAt: AT,
      document: '•••.982.247-••',
      isUser: true,
      balances: [{ currency: 'BRL', available: 120_000, pending: 45_000, reserved: 9_990, owed: 0 }],
      currency: 'BRL',
      recent: { sales: 200, gross: 1_998_000, refunds: 6, refunded: 59_940, disputes: 3, disputed: 29_970 },
      before: { sales: 150, gross: 1_498_500, refunds: 6, refunded: 59_940, disputes: 1, disputed: 9_990 },
      openDisputes: 1,
      openRequests: 2,
    }),
  );
  server.answer(
    profiles.getMoney,
    (): Output<typeof profiles.getMoney> => ({
      reasons: [{ currency: 'BRL', reason: 'RELEASE', count: 4, amount: 45_000, nextAt: LATER }],
      holds: [{ id: id(7_201), saleId: SALE_ID, currency: 'BRL', reason: 'RELEASE', amount: 8_000, releaseAt: LATER }],
    }),
  );
  server.answer(
    profiles.listWithdrawals,
    (): Output<typeof profiles.listWithdrawals> => ({
      items: [
        { id: id(7_301), role: 'seller', currency: 'BRL', amount: 50_000, state: 'PAID', createdAt: AT, closedAt: AT },
      ],
    }),
  );
  server.answer(
    profiles.getDestinations,
    (): Output<typeof profiles.getDestinations> => ({
      destinations: [
        {
          id: id(7_401),
          kind: 'PIX_KEY',
          label: '•••.982.247-••',
          holderName: 'Beatriz Nogueira',
          status: 'ACTIVE',
          createdAt: AT,
          usableAt: AT,
          paidAt: null,
        },
      ],
      receivers: [
        {
          id: id(7_402),
          provider: 'pagarme',
          status: 'PENDING',
          reason: null,
          createdAt: AT,
          documents: [{ id: id(7_403), title: 'Contrato social', status: 'WANTED', reason: null }],
        },
      ],
    }),
  );
  server.answer(
    profiles.listContracts,
    (): Output<typeof profiles.listContracts> => ({
      items: [
        {
          id: id(7_501),
          kind: 'CO_PRODUCTION',
          isGiven: true,
          product: 'Curso de Pão',
          other: 'Caio Ferraz',
          basisPoints: 2_000,
          status: 'ACTIVE',
          createdAt: AT,
          endsAt: null,
        },
      ],
    }),
  );
  server.answer(
    profiles.listDisputes,
    (): Output<typeof profiles.listDisputes> => ({
      items: [
        {
          id: id(7_601),
          saleId: SALE_ID,
          kind: 'CHARGEBACK',
          state: 'OPEN',
          amount: 9_990,
          currency: 'BRL',
          openedAt: AT,
          dueAt: LATER,
        },
      ],
    }),
  );
  server.answer(profiles.listSessions, () => ({
    items: [
      {
        id: id(7_701),
        isOpen: true,
        createdAt: AT,
        lastSeenAt: AT,
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ip: '203.0.113.9',
      },
    ],
  }));
  server.answer(profiles.getPurchases, () => ({ buyer: null }));
  server.answer(profiles.getBuyer, () => ({
    ...BUYER,
    otherEmails: [...BUYER.otherEmails],
    totals: [...BUYER.totals],
    purchases: [...BUYER.purchases],
  }));
  server.answer(profiles.listNotes, () => ({ items: [...notes], next: null }));
  server.answer(profiles.addNote, ({ text }) => {
    const noteId = id(7_102 + notes.length);
    notes.unshift({ id: noteId, authorName: 'Helena Prado', text, createdAt: AT, isDeletable: true });
    return { noteId };
  });
  server.answer(profiles.deleteNote, ({ noteId }) => {
    notes.splice(0, notes.length, ...notes.filter((note) => note.id !== noteId));
    return {};
  });
}

/** The lists that the page of a person shows the newest of, without any. */
export function answerPersonLists(server: FakedServer): void {
  server.answer(listEvents, () => ({ events: [], next: null, currency: 'BRL' as const }));
  server.answer(listProducts, () => ({ items: [], next: null }));
  server.answer(listPlatformSales, () => ({ sales: [], next: null, count: 0 }));
}
