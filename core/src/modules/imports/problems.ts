/** Why a line was refused, or why an undo has kept what it made, and what its seller can do. */
import { type Words, words } from './fields.ts';
import type { ProblemCode } from './model.ts';

const problem = (why: Words, fix: Words) => ({ why, fix });

export const PROBLEMS: Record<ProblemCode, { why: Words; fix: Words }> = {
  REQUIRED: problem(
    words('O campo está vazio.', 'The field is empty.'),
    words(
      'Preencha a célula, ou ligue o campo a outra coluna.',
      'Fill in the cell, or map the field to another column.',
    ),
  ),
  EMAIL_INVALID: problem(
    words('Isto não é um e-mail.', 'This is not an email address.'),
    words('Escreva um endereço como ana@exemplo.com.', 'Write an address such as ana@example.com.'),
  ),
  PHONE_INVALID: problem(
    words('Isto não é um telefone brasileiro.', 'This is not a Brazilian phone number.'),
    words(
      'Escreva DDD e número, como (11) 98888-7777, ou escolha importar sem os telefones e documentos inválidos.',
      'Write area code and number, such as (11) 98888-7777, or choose to leave out invalid phones and documents.',
    ),
  ),
  DOCUMENT_INVALID: problem(
    words('Isto não é um CPF nem um CNPJ válido.', 'This is neither a valid CPF nor a valid CNPJ.'),
    words(
      'Confira os dígitos, ou escolha importar sem os telefones e documentos inválidos.',
      'Check the digits, or choose to leave out invalid phones and documents.',
    ),
  ),
  AMOUNT_INVALID: problem(
    words('Isto não é um valor.', 'This is not an amount.'),
    words('Escreva um valor como 1.234,56 ou 1234.56.', 'Write an amount such as 1,234.56 or 1234.56.'),
  ),
  NUMBER_INVALID: problem(
    words('Isto não é um número que o campo aceita.', 'This is not a number that the field takes.'),
    words('Escreva um número inteiro dentro do limite do campo.', "Write a whole number within the field's limits."),
  ),
  DATE_INVALID: problem(
    words('Isto não é uma data.', 'This is not a date.'),
    words('Escreva a data como 31/12/2026 ou 2026-12-31.', 'Write the date as 31/12/2026 or 2026-12-31.'),
  ),
  WORD_UNKNOWN: problem(
    words('O campo não tem este valor.', 'The field has no such value.'),
    words('Use um dos valores que a documentação lista.', 'Use one of the values that the documentation lists.'),
  ),
  TOO_LONG: problem(
    words('O texto é comprido demais.', 'The text is too long.'),
    words('Encurte o texto.', 'Shorten the text.'),
  ),
  TEXT_INVALID: problem(
    words('O campo não aceita este texto.', 'The field does not take this text.'),
    words(
      'Endereços começam com https://, e e-mails são como ana@exemplo.com.',
      'Addresses begin with https://, and emails look like ana@example.com.',
    ),
  ),
  DUPLICATE: problem(
    words('Outra linha do arquivo fala do mesmo.', 'Another row of the file is about the same item.'),
    words('Deixe só uma das linhas.', 'Keep only one of the rows.'),
  ),
  INSTALLMENTS_INVALID: problem(
    words('A tabela de parcelas tem um buraco.', 'The table of installments has a gap.'),
    words(
      'Preencha as colunas de installmentOne até a última parcela oferecida, sem pular nenhuma, com juros de 0 a 100.',
      'Fill in the columns from installmentOne to the last installment offered, without a gap, with interest from 0 to 100.',
    ),
  ),
  OFFER_RULE: problem(
    words('A oferta não cabe nas regras da plataforma.', "The offer does not fit the platform's rules."),
    words('Mude o valor da célula.', 'Change the value of the cell.'),
  ),
  PRODUCT_UNKNOWN: problem(
    words('Você não tem este produto aqui.', 'You do not have this product here.'),
    words('Importe ou crie o produto antes da oferta.', 'Import or create the product before the offer.'),
  ),
  PRODUCT_AMBIGUOUS: problem(
    words(
      'Você tem mais de um produto ou oferta com este nome.',
      'You have more than one product or offer with this name.',
    ),
    words('Use a coluna do código, ou mude um dos nomes.', 'Use the ID column, or change one of the names.'),
  ),
  PRODUCT_LIMIT: problem(
    words('Você já tem o máximo de produtos.', 'You have the maximum number of products.'),
    words('Apague produtos que não usa.', 'Delete products that you do not use.'),
  ),
  OFFER_LIMIT: problem(
    words('O produto já tem o máximo de ofertas.', 'The product has the maximum number of offers.'),
    words('Divida as ofertas entre produtos.', 'Spread the offers over several products.'),
  ),
  OFFER_UNKNOWN: problem(
    words('Você não tem esta oferta de assinatura aqui.', 'You do not have this subscription offer here.'),
    words(
      'Crie ou importe antes uma oferta do tipo assinatura com o nome do plano.',
      "First create or import an offer of the type subscription with the plan's name.",
    ),
  ),
  SUBSCRIPTION_ENDED: problem(
    words('A assinatura já acabou na origem.', 'The subscription has ended at its source.'),
    words(
      'Só assinaturas ativas, em teste ou em atraso podem continuar aqui.',
      'Only active, trialing and past-due subscriptions can go on here.',
    ),
  ),
  CURRENCY_DIFFERS: problem(
    words('A oferta daqui é em outra moeda.', 'The offer here is in another currency.'),
    words('Escolha uma oferta na mesma moeda.', 'Choose an offer in the same currency.'),
  ),
  CHANGED_MEANWHILE: problem(
    words('O produto ou a oferta não pôde ser gravado.', 'The product or offer could not be saved.'),
    words('Confira o arquivo de novo e repita.', 'Check the file again and repeat.'),
  ),
  KEPT_CHANGED: problem(
    words('Foi mudado depois da importação.', 'It was changed after the import.'),
    words('Apague à mão se não precisar mais.', 'Delete it by hand if you no longer need it.'),
  ),
  KEPT_SOLD: problem(
    words('Já foi vendido ou está ligado a parceiros.', 'It was sold, or partners depend on it.'),
    words('Arquive se não quiser mais vender.', 'Archive it if you no longer want to sell it.'),
  ),
  KEPT_INVITED: problem(
    words('O comprador já recebeu o link.', 'The buyer has the link already.'),
    words('Fale com o comprador.', 'Contact the buyer.'),
  ),
  KEPT_UPDATED: problem(
    words(
      'Já existia antes da importação, que só mudou os dados.',
      'It was there before the import, which only changed it.',
    ),
    words('Corrija à mão ou por outra importação.', 'Correct it by hand or with another import.'),
  ),
};
