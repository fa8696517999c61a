/** Holds the words that Brazilian guessers try first and that lists of other countries lack, without accents and capitals. */

const list = (words: string): string[] => words.trim().split(/\s+/);

/** Words that stand between others and add nothing. */
const CONNECTING = list(`
  a o e de do da dos das em no na nos nas com por para pra pro meu minha meus minhas nosso nossa eu sou nos te amo ama amor vai vamos viva so
  um uma que foi tem tenho mais muito muita sempre todo toda grande melhor maior unico querido querida lindo linda the my i love go
`);

const CLUBS = list(`
  flamengo flamenguista mengao mengo urubu nacao corinthians corintiano timao gaviao gavioes fiel palmeiras palmeirense verdao porco alviverde
  santos santista peixe saopaulo saopaulino saopaulofc spfc tricolor soberano fluminense fluminensefc fluzao flu vasco vascao vascodagama vascaino gigante
  botafogo botafoguense fogao estrelasolitaria gremio gremista imortal internacional inter colorado cruzeiro cruzeirense cabuloso raposa atletico
  atleticomineiro atleticomg galo galao athletico athleticopr furacao coritiba coxa coxabranca bahia bahea vitoria fortaleza leao ceara vozao sport
  sportrecife recife nautico santacruz goias esmeraldino vilanova chapecoense chape bragantino redbull cuiaba juventude criciuma avai figueirense
  americamineiro coelho pontepreta guarani portuguesa paysandu papao remo mirassol novorizontino operario parana ferroviaria crb csa abc sampaio
  scp crf cap cam fc sc ec rj sp mg rs pr ba pe ce palestra futebol futebolclube clube esporte sporting time torcida torcedor campeao campeoes bicampeao
  tricampeao tetra penta hexa mundial mundo libertadores copa copadomundo selecao brasileira brasileirao estadio maracana pele neymar neymarjr garrincha
  zico romario ronaldo ronaldinho kaka gabigol messi
`);

const PLACES = list(`
  brasil brazil brasileiro brasileira brasilia portugal argentina uruguai paraguai chile bolivia peru colombia venezuela equador mexico estadosunidos eua usa
  america franca italia espanha alemanha inglaterra japao china russia angola mocambique europa africa
  acre alagoas amapa amazonas amazonia espiritosanto maranhao matogrosso matogrossodosul minas minasgerais para paraiba pernambuco piaui rio
  riodejaneiro riograndedosul riograndedonorte rondonia roraima santacatarina sergipe tocantins distritofederal
  sao paulo carioca paulista mineiro gaucho baiano cearense nordeste salvador belohorizonte bh curitiba manaus belem portoalegre goiania natal maceio
  teresina joaopessoa aracaju florianopolis floripa campogrande portovelho boavista macapa palmas riobranco campinas guarulhos niteroi
  copacabana ipanema rocinha favela sertao praia mar sol patria patriaamada terra terranatal bandeira verde amarelo verdeamarelo ordem progresso
  ordemeprogresso independencia
`);

const COMMON = list(`
  senha senhas mudar mude trocar troque acesso acessar entrar login usuario admin administrador sistema empresa loja vendas cliente bemvindo bemvinda
  ola oi teste padrao novo nova segredo segura forte internet celular computador whatsapp instagram facebook google
  jesus jesuscristo cristo deus deusefiel senhor fiel fe gloria aleluia amem igreja biblia maria nossasenhora aparecida saojorge anjo anjos bencao abencoado
  comando vencer vencedor guerreiro paz luz vida feliz felicidade familia mae pai filho filha irmao irma casa namorado namorada esposa marido
  amores teamo princesa principe rainha rei gata gato cachorro bebe saudade coracao estrela lua flor rosa borboleta
  carnaval samba cerveja cervejinha churrasco churrasquinho feijoada cachaca caipirinha cafe pagode funk sertanejo natal pascoa ferias verao
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo
`);

/** Words that a guesser tries, each alone, with a year, and with each other; the commonest first. */
export const LOCAL_WORDS = [...COMMON, ...CLUBS, ...PLACES];

const ALL = new Set([...CONNECTING, ...LOCAL_WORDS]);
const LONGEST = Math.max(...[...ALL].map((word) => word.length));
/** More words than these are more than a guesser tries in order. */
const MOST_WORDS = 3;
const CONNECTORS = new Set(CONNECTING);

/** Returns whether the letters are nothing but a few of these words, one after the other. */
export function isMadeOfLocalWords(letters: string): boolean {
  if (letters === '') return false;
  // The fewest words that the letters up to each place can be read as.
  const fewest: number[] = [0];
  for (let end = 1; end <= letters.length; end++) {
    let best = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - LONGEST); start < end; start++) {
      const word = letters.slice(start, end);
      if (ALL.has(word)) best = Math.min(best, fewest[start]! + (CONNECTORS.has(word) ? 0 : 1));
    }
    fewest.push(best);
  }
  return fewest[letters.length]! <= MOST_WORDS;
}
