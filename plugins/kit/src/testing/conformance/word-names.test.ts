/** Tests what the names of status words say, in English and Portuguese, and the names that only look as if they said it. */
import { expect, it } from 'vitest';
import { findContradiction } from './word-names.ts';

it.each([
  ['EXPIRED', 'APPROVED', 'expir'],
  ['boletoVencido', 'APPROVED', 'vencid'],
  ['pagamento_não_autorizado_erro', 'APPROVED', 'erro'],
  ['CREDIT_CARD_CAPTURE_REFUSED', 'APPROVED', 'refus'],
  ['RECUSADA', 'APPROVED', 'recus'],
  ['UNPAID', 'APPROVED', 'unpaid'],
  ['NãoPago', 'APPROVED', 'nao_pago'],
  ['NOT_YET_PAID', 'APPROVED', 'not_yet_paid'],
  ['incomplete', 'APPROVED', 'incomplet'],
  ['Devolvido', 'APPROVED', 'devolv'],
  ['CHARGED_BACK', 'APPROVED', 'charged_back'],
  ['WAITING_PAYMENT', 'APPROVED', 'waiting'],
  ['inactive', 'ACTIVE', 'inactiv'],
  ['DENIED', 'ACCEPTED', 'denied'],
  ['PAID', 'REJECTED', 'paid'],
  ['pago', 'CANCELED', 'pago'],
  ['Concluída', 'REJECTED', 'conclu'],
  ['LIQUIDATED', 'REFUNDED', 'liquid'],
  ['active', 'EXPIRED', 'active'],
  ['waiting_payment', 'REJECTED', 'waiting'],
  ['Processing', 'CANCELED', 'process'],
  ['CREATED', 'REJECTED', 'creat'],
])('"%s" does not go with %s', (word, meaning, says) => {
  expect(findContradiction(word, meaning)).toBe(says);
});

it.each([
  ['PAID', 'APPROVED'],
  ['PARTIALLY_REFUNDED', 'APPROVED'],
  ['REFUND_REQUESTED', 'APPROVED'],
  ['processing_refund', 'APPROVED'],
  ['refund_failed', 'APPROVED'],
  ['CHARGEBACK_REVERSED', 'APPROVED'],
  ['estorno_parcial', 'APPROVED'],
  ['default', 'APPROVED'],
  ['unblocked', 'ACTIVE'],
  ['EXPIRED', 'PENDING'],
  ['SUCCESS', 'PENDING'],
  ['UNPAID', 'REJECTED'],
  ['nao_pago', 'REJECTED'],
  ['payment_canceled', 'REJECTED'],
  ['approval_failed', 'REJECTED'],
  ['paid_back_refunded', 'REFUNDED'],
  ['REFUND_COMPLETED', 'REFUNDED'],
  ['pagador_ausente', 'REJECTED'],
  ['processing_failed', 'REJECTED'],
  ['waiting_payment', 'PENDING'],
])('"%s" goes with %s', (word, meaning) => {
  expect(findContradiction(word, meaning)).toBeNull();
});
