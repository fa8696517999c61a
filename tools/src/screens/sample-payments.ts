/** Gives one payment for each state that its page shows, for views of the screens. */
import type { PaymentView } from '@feira/schemas/checkout';
import { samplePayment } from './sample-checkout.ts';

const PIX: Partial<PaymentView> = { method: 'PIX' };
const CARD: Partial<PaymentView> = {
  method: 'CREDIT_CARD',
  pixCode: null,
  pixQrPath: null,
  expiresAt: null,
  cardBrand: 'visa',
  cardLastDigits: '1111',
  installments: 12,
};
const BILLET: Partial<PaymentView> = {
  method: 'BILLET',
  pixCode: null,
  pixQrPath: null,
  billetCode: '34191790010104351004791020150008291070000022190',
  billetBarcode: '34192910700260001790010143510047910201500082',
  billetUrl: 'https://boleto.example.com/34191790010104351004791020150008291070026000',
};
const PAID: Partial<PaymentView> = {
  status: 'APPROVED',
  settlement: 'EXACT',
  paidAmount: samplePayment.amount,
  hasReceipt: true,
  isMailed: true,
  approvedAt: '2026-11-20T15:06:00.000Z',
  order: {
    items: [
      { title: samplePayment.title, amount: 19_700 },
      { title: 'Mapa de luz das 24 horas', amount: 2_490 },
    ],
    freight: 0,
    interest: 0,
    address: null,
  },
};

/** By the name of its picture. */
export const SAMPLE_PAYMENTS: Record<string, Partial<PaymentView>> = {
  'pix-open': { ...PIX, isMailed: true },
  'pix-prepared': { ...PIX, pixCode: null, pixQrPath: null, lateCodeAt: '2099-01-01T00:00:00.000Z' },
  'pix-delayed': { ...PIX, pixCode: null, pixQrPath: null, lateCodeAt: '2026-11-20T15:05:00.000Z' },
  'pix-paid-in-part': { ...PIX, settlement: 'UNDERPAID', paidAmount: 12_340, restAmount: 9_850 },
  'pix-rest': { ...PIX, settlement: 'UNDERPAID', paidAmount: 12_340, codeAmount: 9_850 },
  'pix-expired': { ...PIX, status: 'CANCELED', renewableUntil: '2099-01-01T00:00:00.000Z' },
  'pix-paid': { ...PIX, ...PAID, accessUrl: 'https://loja.example.com/my-purchases/access/sample' },
  'pix-paid-late': { ...PIX, ...PAID, settlement: 'LATE' },
  'pix-paid-twice': { ...PIX, ...PAID, settlement: 'DUPLICATE', paidAmount: samplePayment.amount * 2 },
  'card-confirming': { ...CARD, isConfirming: true },
  'card-next-step': { ...CARD, nextStep: { kind: 'REDIRECT', url: 'https://bank.example.com/confirm/sample' } },
  'card-paid': { ...CARD, ...PAID },
  'card-refused': { ...CARD, status: 'REJECTED', decline: 'FUNDS', pixAmount: 22_190 },
  'card-unclear': { ...CARD, status: 'REJECTED', mayBeCharged: true },
  'billet-open': BILLET,
  'billet-expired': { ...BILLET, status: 'CANCELED' },
  refunded: { ...PIX, ...PAID, status: 'REFUNDED', refundedAmount: samplePayment.amount },
  disputed: { ...CARD, ...PAID, status: 'CHARGEBACK' },
};
