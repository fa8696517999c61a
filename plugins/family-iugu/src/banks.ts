/**
 * The names by which iugu knows banks in the verification of a sub-account, by their codes: its page takes a name, spelt exactly so, and no code.
 * https://dev.iugu.com/reference/lista-de-bancos-iugu, as far as it could be read.
 */
const BANK_NAMES: Readonly<Record<string, string>> = {
  '001': 'Banco do Brasil',
  '004': 'Banco do Nordeste',
  '021': 'Banestes',
  '033': 'Santander',
  '037': 'Banpará',
  '041': 'Banrisul',
  '070': 'BRB',
  '077': 'Inter',
  '082': 'Banco Topazio',
  '085': 'Via Credi/Civia Cooperativa',
  '099': 'Uniprime',
  '104': 'Caixa Econômica',
  '121': 'Agibank',
  '136': 'Unicred',
  '197': 'Stone',
  '212': 'Banco Original',
  '218': 'BS2',
  '237': 'Bradesco/Next',
  '260': 'Nubank',
  '274': 'Money Plus',
  '290': 'Pagseguro',
  '336': 'Banco C6',
  '341': 'Itaú',
  '364': 'Gerencianet Pagamentos do Brasil',
  '376': 'JP Morgan',
  '389': 'Mercantil do Brasil',
  '422': 'Safra',
  '633': 'Rendimento',
  '655': 'Neon/Votorantim',
  '707': 'Banco Daycoval',
  '745': 'Citibank',
  '746': 'Modal',
  '748': 'Sicredi',
  '756': 'Sicoob',
};

export const BANK_CODES = Object.keys(BANK_NAMES).sort();

export const bankNameOf = (code: string): string | undefined =>
  Object.hasOwn(BANK_NAMES, code) ? BANK_NAMES[code] : undefined;
