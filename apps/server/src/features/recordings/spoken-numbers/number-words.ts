/** What a word says of a number: a digit, a number under a hundred, hundreds, or how often the next digit is said. */
export interface NumberWord {
  value: number
  rank: 'unit' | 'teen' | 'ten' | 'hundreds' | 'hundred' | 'thousand'
}

/** In English and Spanish, as speech to text spells them, without accents. */
export const numberWords = new Map<string, NumberWord>([
  ...ranked('unit', { first: 0 }, 'zero one two three four five six seven eight nine'),
  ...ranked('unit', { first: 0 }, 'cero uno dos tres cuatro cinco seis siete ocho nueve'),
  ...ranked(
    'teen',
    { first: 10 },
    'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  ...ranked('teen', { first: 10 }, 'diez'),
  ...ranked('teen', { first: 12 }, 'doce trece catorce quince dieciseis diecisiete dieciocho diecinueve'),
  ...ranked(
    'teen',
    { first: 20 },
    'veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis',
  ),
  ...ranked('teen', { first: 27 }, 'veintisiete veintiocho veintinueve'),
  ...ranked('ten', { first: 20, step: 10 }, 'twenty thirty forty fifty sixty seventy eighty ninety'),
  ...ranked('ten', { first: 30, step: 10 }, 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  ...ranked(
    'hundreds',
    { first: 100, step: 100 },
    'ciento doscientos trescientos cuatrocientos quinientos seiscientos',
  ),
  ...ranked('hundreds', { first: 700, step: 100 }, 'setecientos ochocientos novecientos'),
  ...same('unit', { nought: 0, naught: 0, nil: 0, ow: 0, niner: 9, nein: 9 }),
  ...same('unit', { fower: 4, fife: 5, fiver: 5, sicks: 6, svn: 7, sevin: 7, ait: 8, eigth: 8, nyne: 9 }),
  ...same('ten', { fourty: 40, fiftey: 50, ninty: 90, eigthy: 80 }),
  ...same('hundreds', { cien: 100 }),
  ...same('hundred', { hundred: 100 }),
  ...same('thousand', { thousand: 1000, mil: 1000 }),
])

/** Words that are a digit only beside other digits, or where one is expected: "four to ate", "oh two". */
export const soundsLikeDigit = new Map<string, string>(
  Object.entries({
    oh: '0',
    o: '0',
    won: '1',
    wan: '1',
    once: '11',
    un: '1',
    una: '1',
    to: '2',
    too: '2',
    tu: '2',
    tree: '3',
    free: '3',
    threw: '3',
    for: '4',
    fore: '4',
    hive: '5',
    sex: '6',
    sax: '6',
    heaven: '7',
    ate: '8',
    hate: '8',
    ape: '8',
    nigh: '9',
    mine: '9',
    line: '9',
    knight: '9',
  }),
)

/** How often the digit after them is said. */
export const repeatWords = new Map([
  ['double', 2],
  ['dubble', 2],
  ['doble', 2],
  ['triple', 3],
  ['treble', 3],
  ['quadruple', 4],
  ['cuadruple', 4],
])

/** Said within a number and no part of it. */
export const fillerWords = new Set(
  (
    'uh um umm uhm hmm hm mm mhm mmhmm huh ah er erm eh ehm okay ok okey right yes yeah yep yup si sure so well like please ' +
    'and then next after that followed by dash hyphen minus space slash stroke point dot period comma star hash let me see just ' +
    'sec hold on hang lets actually sorry no wait not i mean oops scratch correction rather make it thats is its a the again my bad hundred thousand ' +
    'y luego despues guion espacio punto coma este eh pues bueno a ver perdon digo espera vale es el la ahi coming go ahead ' +
    'got gotcha alright cool perfect great thanks thank you good continue im here with all of there hear me now still'
  ).split(' '),
)

/** The first word is a value, and each further one so much more. */
function* ranked(
  rank: NumberWord['rank'],
  { first, step = 1 }: { first: number; step?: number },
  words: string,
): Generator<[string, NumberWord]> {
  for (const [at, word] of words.split(' ').entries()) yield [word, { rank, value: first + step * at }]
}

function same(rank: NumberWord['rank'], words: Record<string, number>): [string, NumberWord][] {
  return Object.entries(words).map(([word, value]) => [word, { rank, value }])
}
