/** What a number is asked for, or told, as: the digits that it has, and the questions and beginnings of sentences. */
export interface Subject {
  kind:
    | 'card'
    | 'code'
    | 'pin'
    | 'expiry'
    | 'ssn'
    | 'account'
    | 'routing'
    | 'iban'
    | 'passport'
    | 'birthDate'
    | 'licence'
  /** By the agent. */
  asks: readonly string[]
  /** By the caller, with nobody asking. */
  says: readonly string[]
}

/** The words of a corpus: those that the rules were made with, or others that they were not. */
export interface Vocabulary {
  subjects: readonly Subject[]
  spanish: readonly Subject[]
  openings: readonly string[]
  /** Before the digits of an answer. */
  answers: readonly string[]
  respuestas: readonly string[]
  fillers: readonly string[]
  corrections: readonly string[]
  /** Of the other, within a number. */
  nods: readonly string[]
  /** Between a question and its answer, or the halves of a number. */
  delays: readonly string[]
  closings: readonly string[]
  /** Before a number that is read back. */
  readBacks: readonly string[]
  /** Of ordinary talk; `#` is any digit, `{phone}` a telephone number as it is said. */
  ordinary: readonly (readonly string[])[]
}
