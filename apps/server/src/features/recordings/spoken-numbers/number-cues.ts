import type { SensitiveKind } from '@callboard/contract/recordings'
import type { Token } from './spoken-digits.ts'

/** What other numbers are. */
export type PlainKind = 'phone' | 'reference' | 'place' | 'amount' | 'moment'

/**
 * Words that say what the next number is: `names` it ("your card number", "the order number"), or only `mentions` what such
 * numbers belong to ("card", "tomorrow").
 */
export interface Cue {
  kind: SensitiveKind | PlainKind
  does: 'names' | 'mentions'
  /** How many digits such a number has. */
  minDigits: number
  maxDigits: number
}

interface DeclaredCue extends Cue {
  words: string
}

const of = '(?:of|on|for|from|to|at|in|with)(?: (?:the|your|my|his|her|our|that|this|their|a))?'
const number = '(?:numbers?|no|num|digits?|code|id|figures?)'
const cardWord =
  '(?:card|visa|mastercard|master card|amex|american express|discover|debit|credit|plastic|maestro|diners)'

const declared: DeclaredCue[] = [
  {
    kind: 'securityCode',
    does: 'names',
    minDigits: 3,
    maxDigits: 4,
    words: [
      'c ?v ?[vcn] ?2?|c ?s ?c|c ?i ?d|c ?a ?v ?2?|cvv number|see ?vee ?vee|c ?b ?b|c ?v ?b|csv',
      `(?:security|verification|validation|verify|verifying|protection|safety|cryptogram) ${number}`,
      '(?:security|verification) (?:value|pin)|card (?:code|verification|security|check)',
      `(?:last |little |small |tiny |other |extra |short |printed ){0,3}(?:three|four|3|4) (?:last |little |small |tiny |printed |extra ){0,2}(?:digits?|numbers?|figures?)(?: code)?(?: (?:that|which|there))?(?: (?:is|are))? ?(?:${of}|by|next to|near|over|behind|after|beside|right)? ?(?:(?:the|its|your) )?(?:back|front|reverse|rear|flip|other side|signature|strip|panel|hologram|behind)`,
      '(?:three|3) digits?(?: security| verification)?(?: (?:code|number))?|(?:three|3) (?:little|small|tiny|last) (?:digits|numbers)',
      `${number}(?: (?:that|which|printed|written|there|is|are|it|says|you see|you find|found|located|right)){0,4} (?:${of} )?(?:very |other )?(?:back|reverse|rear|flip side|other side|signature|strip|panel)`,
      '(?:back|reverse|rear|flip side|other side) of (?:the|your|my|that|this|it)(?: \\w+)? ?(?:card|plastic|one|visa)?|(?:turn|flip) (?:it|the card|your card|that|that card)? ?(?:over|around)|signature (?:strip|panel|line|area|box)|(?:code|number|digits?|figures?) (?:\\w+ ){0,3}signature|(?:on|at) the (?:back|reverse|rear|flip side)(?! (?:order|door|porch|yard|seat|patio))',
      'codigo de (?:seguridad|verificacion)|codigo (?:cvv|cvc)|(?:tres|3|cuatro|4) (?:digitos|numeros) (?:de|del|en|al|que)|(?:reverso|dorso|atras|detras|parte de atras|parte trasera)',
    ].join('|'),
  },
  {
    kind: 'pin',
    does: 'names',
    minDigits: 4,
    maxDigits: 8,
    words: [
      `pins?(?: ${number})?|p i n|pin code|passcodes?|pass code|access (?:code|number|pin)|secret (?:code|number|word)|personal (?:code|number|identification number|id number)`,
      '(?:telephone|phone|bank) (?:banking )?(?:code|pin|password|passcode)|(?:atm|banking|login|log in|sign in|keypad|unlock|entry|authori[sz]ation|authentication|authenticator|one time|single use|temporary|six digit|6 digit|four digit|4 digit) (?:code|pin|password|passcode|number)|password|otp|o t p|passphrase',
      '(?:sent|texted|emailed|text|send|gave|give|get|got|received) (?:(?:you|me|him|her|us) )?(?:(?:a|the|that|my|your) )?(?:\\w+ )?(?:code|pin)|code (?:that )?(?:we|i|they|you) (?:just |have |had ){0,2}(?:sent|send|texted|text|emailed|got|received|gave|set up|chose|use|enter)|code you (?:\\w+ ){0,2}(?:phone|text|email|app)',
      'clave(?: secreta)?|contrasena|nip|numero secreto|codigo secreto|codigo de acceso',
    ].join('|'),
  },
  {
    kind: 'pin',
    does: 'mentions',
    minDigits: 4,
    maxDigits: 8,
    words: 'codes?|codigo',
  },
  {
    kind: 'expiry',
    does: 'names',
    minDigits: 3,
    maxDigits: 6,
    words: [
      'expiry|expiration|expires|expire|expiring|exp(?: date)?|valid (?:thru|through|until|till|til|to|from)|good (?:thru|through|until|till|til)|(?:month and|month slash|month) year|use by date',
      `date ${of} (?:front|face|card|plastic|${cardWord})|runs out|when (?:does|do|is|will) (?:it|that|this|the|your)(?: \\w+)? (?:expire|run out|end|good)`,
      'vencimiento|caducidad|vence|caduca|expira|valida hasta|fecha de (?:vencimiento|caducidad|expiracion)',
    ].join('|'),
  },
  {
    kind: 'card',
    does: 'names',
    minDigits: 12,
    maxDigits: 19,
    words: [
      `${cardWord}(?: card)? (?:${number}|details|info|information)|(?:${number}|info|information|details) (?:${of}|off|across|along) (?:(?:new|old|other|front|credit|debit|bank|company|business|payment|same|first|second) ){0,3}(?:of )?(?:the |your |my )?(?:${cardWord}|front|face|middle)`,
      'long (?:card )?number|(?:sixteen|fifteen|nineteen|16|15|19) (?:digits?|numbers?|figures?)|primary account number|full (?:card|number)|(?:big|main|embossed|raised) (?:number|digits|figures)',
      `(?:go ahead with|read|give|tell|have|take|get|need|grab|got) (?:me |us |off |out |over |you ){0,3}(?:the |your |that |my |those )?(?:\\w+ )?${cardWord}|${cardWord} (?:ready|handy|in front|out|please|when|whenever|is|ending|ends|goes|starts|begins|reads|says)`,
      '(?:pay|paying|put it|charge it|charge|bill it|settle|use) (?:\\w+ ){0,3}(?:card|visa|mastercard|amex)',
      '(?:numero|numeros|datos|digitos) (?:de|en) (?:la|su|mi|tu) tarjeta|tarjeta de (?:credito|debito)|numero de tarjeta|tarjeta',
    ].join('|'),
  },
  {
    kind: 'card',
    does: 'mentions',
    minDigits: 12,
    maxDigits: 19,
    words: `${cardWord}|cards`,
  },
  {
    kind: 'ssn',
    does: 'names',
    minDigits: 4,
    maxDigits: 11,
    words: [
      'social security|social insurance|socials?(?! (?:media|work|worker|workers|event|events|club|network|networks|life|distancing|services|studies|hour|skills))|ssn|s s n|soc|s i n|sin number|tin number',
      'tax ?(?:id|payer|identification|file number|number|reference)|taxpayer|itin|i t i n|ein|national insurance|n i number|ni number|nino|national (?:id|identity|identification)|medicare(?: \\w+)? number|nhs number|health (?:card|insurance) number',
      'seguro social|seguridad social|numero de seguro|numero de identificacion|cedula|curp|rfc|dni|n i e|nie',
    ].join('|'),
  },
  {
    kind: 'account',
    does: 'names',
    minDigits: 6,
    maxDigits: 34,
    words: [
      `(?:accounts?|acct|account's|checking|savings|bank|banking|routing|transit|branch|institution|sort|wire|deposit|check|cheque|iban|swift|bic|bsb|a b a|aba|ach|clabe|loan|mortgage|brokerage|pension|isa) (?:account )?(?:${number}|details|info|information)`,
      'routing|iban|i b a n|eye ban|sort code|sort ?codes|swift|bic code|b s b|bsb|aba|a b a|clabe|direct (?:debit|deposit)|number (?:at|on|along|across) the bottom',
      `(?:${number}) ${of} (?:(?:new|old|other|joint|checking|savings|bank|current|business) ){0,3}(?:account|check|checks|cheque|checkbook)`,
      '(?:which|what|whose) (?:bank )?account|account (?:is|ending|ends|goes|starts|begins|please)|numero de (?:la |su |mi )?cuenta|cuenta (?:bancaria|corriente|de ahorros|es)|numero de ruta',
    ].join('|'),
  },
  {
    kind: 'account',
    does: 'mentions',
    minDigits: 6,
    maxDigits: 34,
    words: 'accounts?|bank|checking|savings|wire|ach|cuenta|banco|numbers?|digits|figures|numeros?|digitos',
  },
  {
    kind: 'identity',
    does: 'names',
    minDigits: 5,
    maxDigits: 14,
    words: [
      'passport(?: (?:number|book|card|id|no))?|pass port|travel document|alien (?:registration )?number|green card|resident card|residence permit|(?:state|government|identity|identification|photo|national) (?:id|card|number)|(?<!order |booking |case |ticket |member |customer |product |item |job |user |caller |store )id (?:card |number|card number)',
      'pasaporte|numero de documento|documento de identidad',
    ].join('|'),
  },
  {
    kind: 'birthDate',
    does: 'names',
    minDigits: 3,
    maxDigits: 8,
    words:
      'date of birth|birth ?dates?|birth ?day|d o b|dob|(?:was|were|are|is|been) (?:you )?born|born (?:on|in|the|back)?|year of birth|birth year|day of birth|fecha de nacimiento|nacimiento|naci|nacio|cumpleanos',
  },
  {
    kind: 'licence',
    does: 'names',
    minDigits: 5,
    maxDigits: 16,
    words:
      "(?:driver'?s?'?|drivers|driving|operator'?s?) (?:licen[cs]e|permit|id)|licen[cs]e (?:number|no|id)|d l number|dl number|dl|licencia(?: de (?:conducir|manejo))?|carnet de conducir",
  },
  {
    kind: 'phone',
    does: 'names',
    minDigits: 6,
    maxDigits: 13,
    words: [
      '(?:phone|telephone|cell|cellphone|mobile|callback|call back|fax|contact|home|work|office|landline|whatsapp|direct|toll free|daytime|evening|emergency|alternate|alternative|other|best|good|better) (?:phone )?(?:number|line|phone)',
      '(?:number|line) (?:to|where|at which|that|for) (?:(?:we|i|they|he|she|you|somebody|someone) )?(?:can |could |may |should |might |will )?(?:call|reach|text|ring|phone|get|dial|contact)|(?:call|reach|text|ring|dial|phone|calling|reached|texted|called|dialed) (?:me|you|us|him|her|them|back|at|from|on)|caller id|area code|reached? (?:you|me|us|him|her)|get (?:a ?)?hold of|extension|ext|hotline',
      'telefono|celular|movil|llamar(?:me|le|lo|la|nos)?|llame(?:me)?',
    ].join('|'),
  },
  {
    kind: 'phone',
    does: 'mentions',
    minDigits: 6,
    maxDigits: 13,
    words: 'phone|telephone|cell|mobile|fax|cellphone|call|text|telefono|celular|movil',
  },
  {
    kind: 'reference',
    does: 'names',
    minDigits: 1,
    maxDigits: 40,
    words: [
      `(?:order|invoice|confirmation|booking|reservation|reference|ref|tracking|ticket|case|claim|policy|serial|model|part|item|product|purchase|p o|po|membership|member|loyalty|rewards|customer|client|patient|student|employee|badge|quote|quotation|estimate|job|work order|registration|plate|tag|vin|meter|unit|lot|batch|catalog|catalogue|style|file|docket|receipt|transaction|shipment|package|delivery|return|rma|prescription|rx|bib|locker|box|bin|asset|incident|request|service|support|voucher|coupon|promo|promotion|discount|gift card|sku|upc|isbn|event|group|agreement|contract|project|parcel|docket|permit|store|branch|location|account manager) (?:${number}|#)`,
      'license plate|licence plate|plate|sku|vin|code (?:is )?on the (?:box|label|receipt|device|sticker|screen|unit|router|bottle|package)|(?:number|code|digits) (?:is )?(?:on|off|from|at) (?:the |your |my )?(?:\\w+ )?(?:box|label|receipt|device|sticker|screen|unit|router|bottle|package|letter|email|bill|statement|invoice|form|badge|meter|machine|printer|engine|door|tag|shirt|seat|tire)',
      'numero de (?:pedido|orden|factura|referencia|confirmacion|reserva|serie|caso|cliente|poliza|rastreo|seguimiento)',
    ].join('|'),
  },
  {
    kind: 'reference',
    does: 'mentions',
    minDigits: 1,
    maxDigits: 40,
    words:
      'orders?|invoices?|tracking|reference|booking|reservation|serial|confirmation|tickets?|model|purchase|prescription|claim|policy|case|error|membership|part|item|shipment|package|delivery|receipt|locker|batch|pedido|factura|reserva|orden',
  },
  {
    kind: 'place',
    does: 'names',
    minDigits: 1,
    maxDigits: 9,
    words:
      'zip(?: code)?|postal code|post ?code|(?:street|home|mailing|shipping|billing|delivery|house|work|office|new|old|your|my|the) ?address|codigo postal|direccion|domicilio',
  },
  {
    kind: 'place',
    does: 'mentions',
    minDigits: 1,
    maxDigits: 9,
    words:
      'address|street|apartment|apt|suite|room|floor|building|house|flight|gate|train|bus|seat|channel|page|chapter|version|windows|route|highway|interstate|freeway|exit|platform|terminal|lane|aisle|dock|warehouse|press|dial|option|unit|lot|store|branch|location|calle|live|located',
  },
  {
    kind: 'amount',
    does: 'mentions',
    minDigits: 1,
    maxDigits: 7,
    words:
      'prices?|priced|costs?|total|subtotal|charges?|charged|fees?|bill|balance|amount|paid|pay|payments?|owe|owed|tax|discount|refund|refunded|rent|quote|worth|budget|salary|deposit|credit of|how (?:much|many|old|long|far|big|large|tall|often|heavy|high|fast|wide|deep)|quantity|weigh[st]?|weight|height|temperature|degrees|mileage|odometer|miles|square|size|score|percent|interest|rate|dose|speed|capacity|population|attendance|inventory|stock|people|guests|party of|dollars|bucks|euros|pounds|pesos|cuanto|cuesta|precio|sold|measure[sd]?|reading|holds?|seats|around|about|roughly|nearly|almost|over|under|approximately|up to|at least|more than|less than',
  },
  {
    kind: 'moment',
    does: 'mentions',
    minDigits: 1,
    maxDigits: 8,
    words:
      "appointments?|(?:what|which) (?:time|day|date|year|month)|o'clock|schedule[ds]?|rescheduled?|tomorrow|today|tonight|yesterday|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|april|june|july|august|september|october|november|december|noon|midnight|morning|afternoon|evening|opens?|closes?|closed|hours|deadline|meeting|when (?:does|do|is|are|will|did|can|should|was|would)|arrives?|arrived|leaves?|departs?|lands?|since|year|back in|anniversary|season|graduated|built|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miercoles|jueves|viernes|sabado|domingo|cita|hora|manana",
  },
]

const cues = declared.map((cue) => ({ cue, words: new RegExp(String.raw`\b(?:${cue.words})\b`, 'g') }))

const plainKinds: ReadonlySet<string> = new Set(['phone', 'reference', 'place', 'amount', 'moment'])

export function isSensitive(kind: Cue['kind']): kind is SensitiveKind {
  return !plainKinds.has(kind)
}

/** Whether digits before such words and after them are of two numbers. */
export function breaksNumbers({ kind, does }: Cue): boolean {
  return does === 'names' || !isSensitive(kind)
}

/** Words that say what the next number is: the indexes of the first of them and of the token after them. */
export interface HeardCue {
  cue: Cue
  first: number
  index: number
}

/** In order. Of words within others the longer ones count. */
export function cuesIn(said: readonly Pick<Token, 'text'>[]): HeardCue[] {
  const text = said.map((token) => `${token.text} `).join('')
  const found = cues
    .flatMap(({ cue, words }, rank) =>
      Array.from(text.matchAll(words), ({ index, 0: matched }) => ({
        cue,
        rank,
        start: index,
        end: index + matched.trimEnd().length,
      })),
    )
    .toSorted((one, other) => one.start - other.start || other.end - one.end || one.rank - other.rank)
  const places = placesOf(said)
  let end = 0
  return found.flatMap(({ cue, start, end: own }) => {
    if (own <= end) return []
    end = own
    return [{ cue, first: places(start), index: places(own) + 1 }]
  })
}

/** The index of the token in which a place of the joined text lies; to be asked for places that mostly grow. */
function placesOf(said: readonly Pick<Token, 'text'>[]): (place: number) => number {
  const starts = new Uint32Array(said.length + 1)
  for (const [at, token] of said.entries()) starts[at + 1] = (starts[at] ?? 0) + token.text.length + 1
  return (place) => {
    let [low, high] = [0, said.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= place - 0) low = middle
      else high = middle - 1
    }
    return low
  }
}
