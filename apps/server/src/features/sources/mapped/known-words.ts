import type { CallStatus, Direction } from '@callboard/contract/fields'

/**
 * Words that phone systems use for outcomes, in English, German, French and Spanish, the most common ones also in Dutch,
 * Italian, Portuguese and Polish, as `plainWord` has them.
 */
const statusWords: Readonly<Record<CallStatus, string>> = {
  answered:
    'answered|answer|completed|complete|connected|accepted|call connected|call accepted|success|successful|ok|talked|handled|served|normal|human|received|normal clearing|completeagent|completecaller|beantwortet|angenommen|verbunden|erfolgreich|gesprochen|entgegengenommen|repondu|repondue|decroche|abouti|aboutie|traite|contestada|contestado|atendida|atendido|respondida|completada|conectada|beantwoord|opgenomen|risposta|risposto|odebrane|odebrana|odebrano',
  voicemail:
    'voicemail|voice mail|vm|left voicemail|to voicemail|mailbox|machine|answering machine|anrufbeantworter|sprachnachricht|sprachbox|mobilbox|ab|messagerie|messagerie vocale|repondeur|boite vocale|buzon|buzon de voz|contestador',
  missed:
    'missed|missed call|no answer|noanswer|no-answer|not answered|unanswered|unreachable|timeout|timed out|not accepted|ring no answer|rna|no user responding|request timeout|verpasst|entgangen|nicht angenommen|nicht beantwortet|unbeantwortet|keine antwort|nicht erreicht|manque|manquee|appel manque|sans reponse|non repondu|non repondue|pas de reponse|perdida|perdido|no contestada|no contestado|sin respuesta|no atendida|no atendido|no respondida|gemist|gemiste oproep|niet beantwoord|geen antwoord|persa|perse|senza risposta|non risposta|nao atendida|nieodebrane|nieodebrana|brak odpowiedzi',
  abandoned:
    'abandoned|abandon|cancelled|canceled|cancel|hangup before answer|caller hung up|originator cancel|request terminated|caller abandoned|abgebrochen|aufgelegt|abandonne|abandonnee|annule|annulee|raccroche|abandonada|abandonado|cancelada|cancelado|colgada|opgehangen|abbandonata|abbandonato',
  busy: 'busy|user busy|line busy|busy here|engaged|besetzt|belegt|occupe|occupee|ocupado|ocupada|bezet|occupato|occupata|zajete|zajety',
  failed:
    'failed|failure|fail|error|rejected|declined|blocked|congestion|chanunavail|not connected|call failed|denied|forbidden|not found|call rejected|call declined|network error|internal error|server error|fehlgeschlagen|fehler|abgelehnt|gescheitert|gesperrt|echec|echoue|echouee|rejete|rejetee|refuse|refusee|fallida|fallido|rechazada|rechazado|error de red|mislukt|fallita|falhou|nieudane',
  'in-progress':
    'in progress|in-progress|ringing|queued|initiated|started|active|ongoing|dialing|on hold|laufend|klingelt|en cours|en curso|sonando',
}

const directionWords: Readonly<Record<Direction, string>> = {
  inbound:
    'inbound|incoming|in|received|received call|i|terminating|term|to|from external|externalin|external in|did|inbound call|incoming call|eingehend|eingang|ankommend|rein|empfangen|kommend|entrant|entrante|entrants|recu|reception|recibida|recibido|entrada|inkomend|in entrata|ricevuta|recebida|przychodzace|przychodzaca',
  outbound:
    'outbound|outgoing|out|placed|dialed|dialled|made|o|originating|orig|from|external out|outbound call|outgoing call|outbound api|outbound dial|click to call|internal|ausgehend|ausgang|abgehend|gehend|raus|gewahlt|getatigt|intern|sortant|sortante|sortants|emis|emission|saliente|salida|realizada|interno|uitgaand|in uscita|uscita|effettuata|efetuada|wychodzace|wychodzaca',
}

/** Lower case, without accents, and with spaces for what separates words. */
export function plainWord(word: string): string {
  const spaced = word.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  return spaced
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
}

function dictionaryOf<Value extends string>(words: Readonly<Record<Value, string>>): Map<string, Value> {
  const entries: [string, Value][] = []
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of a record that is declared above
  for (const value of Object.keys(words) as Value[])
    for (const word of words[value].split('|')) entries.push([plainWord(word), value])
  return new Map(entries)
}

const statuses = dictionaryOf(statusWords)
const directions = dictionaryOf(directionWords)

/** What a word for an outcome means, where that is well known. */
export function knownStatus(word: string): CallStatus | undefined {
  const plain = plainWord(word)
  return statuses.get(plain) ?? statuses.get(plain.replace(/ calls?$/, ''))
}

export function knownDirection(word: string): Direction | undefined {
  return directions.get(plainWord(word))
}
