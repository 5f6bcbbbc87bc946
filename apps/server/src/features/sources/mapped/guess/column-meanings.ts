/**
 * Names of columns, as `plainWord` has them, in English, German, French and Spanish, the most
 * common ones also in Dutch, Italian, Portuguese and Polish; those that say most come first.
 */
export const columnWords = {
  from: 'from|call from|from number|from phone number|from phone|caller|caller number|caller id|caller id number|callerid|calling number|calling party|calling party number|source number|src|src user|ani|clid|cli|a number|origination number|originating number|caller phone|caller phone number|phone from|who called|caller num|anrufer|rufnummer anrufer|anrufernummer|nummer anrufer|von|von nummer|quelle|quellrufnummer|absender|appelant|numero appelant|numero de l appelant|de|source appel|llamante|numero llamante|origen|numero origen|numero de origen|desde|customer phone number|callernum|cnum|remote from|van|van nummer|beller|chiamante|numero chiamante|da|chamador|origem|od|numer dzwoniacego',
  to: 'to|call to|to number|to phone number|to phone|called|called number|callee|callee number|called party|called party number|original called party number|destination|destination number|dst|dst user|dnis|b number|dialed number|dialled number|dialed|dialled|phone to|who was called|angerufene|angerufener|angerufene nummer|rufnummer angerufener|ziel|zielnummer|zielrufnummer|gerufene nummer|gewahlte nummer|an|an nummer|nach|empfanger|appele|numero appele|numero compose|vers|destinataire|destino|numero destino|numero de destino|llamado|numero llamado|marcado|numero marcado|hacia|naar|naar nummer|gebelde|chiamato|numero chiamato|destinatario|para|destino da chamada|do|numer wybrany',
  contact:
    'external number|external|external party|external phone|raw digits|contact number|contact phone|customer number|customer phone|customer phone number|client number|phone|phone number|number|other party|remote number|remote party|remote party number|lead phone|prospect phone|guest number|gegenstelle|externe rufnummer|externe nummer|kundennummer telefon|kundenrufnummer|rufnummer|telefon|telefonnummer|teilnehmer|kontakt|numero client|numero externe|telephone|numero de telephone|numero|numero cliente|numero externo|telefono|numero de telefono|telefono cliente',
  own: 'internal number|our number|own number|line number|line|number called|did|did number|tracking number|tracking phone number|tracking phone|business number|company number|company phone|local number|eigene rufnummer|eigene nummer|leitung|amt|unsere nummer|durchwahl nummer|hauptnummer|numero interne|notre numero|ligne|numero interno|nuestro numero|linea',
  date: 'date|call date|day|start date|datum|tag|anrufdatum|startdatum|date appel|date de l appel|jour|fecha|fecha llamada|fecha de llamada|dia|data|datum gesprek|data chiamata|data da chamada',
  timeOfDay:
    'time|call time|start time|time of day|hour|uhrzeit|zeit|anrufzeit|startzeit|heure|heure appel|hora|hora llamada|hora inicio|tijd|ora|ora chiamata|hora da chamada|godzina',
  zone: 'time zone|timezone|tz|zone|zeitzone|fuseau|fuseau horaire|zona horaria|company time zone',
  startedAt:
    'started at|start time|start|call start|call start time|start date|start datetime|start stamp|start timestamp|calldate|call date|date time|datetime|date|begin|begin time|began|initiated at|initiation time|attempted at|setup time|connect time utc|time start|date time origination|start time utc|date time utc|call time|date started|invite time|beginn|anrufbeginn|gesprachsbeginn|zeitpunkt|zeitstempel|startzeit|start zeit|datum uhrzeit|datum zeit|datum und uhrzeit|anfang|angerufen am|datum|debut|debut appel|heure de debut|date debut|date et heure|date heure|horodatage|inicio|hora de inicio|fecha y hora|fecha hora|fecha inicio|comienzo|fecha|timestamp|time stamp|time|created at|created|created time|received at|starttijd|tijdstip|datum tijd|data e ora|data ora|inizio|data hora|data e hora|data i godzina',
  answeredAt:
    'answered at|answer time|answer|answered|answer stamp|answered time|connected at|connect time|connection time|pickup time|pick up time|date answered|time answered|date time connect|angenommen um|angenommen am|annahmezeit|annahme|verbunden um|heure de reponse|decroche a|repondu a|hora respuesta|hora de respuesta|contestada a|atendida a',
  endedAt:
    'ended at|end time|end|call end|call end time|end stamp|end date|ended|finished at|finish time|completed at|hangup time|hung up at|terminated at|disconnect time|disconnected at|date ended|date time disconnect|time end|time ended|released at|stop time|bye time|ende|anrufende|gesprachsende|endzeit|aufgelegt um|beendet am|beendet um|fin|heure de fin|date fin|fin appel|termine a|hora de fin|hora fin|final|termino|fecha fin|eindtijd|fine|ora fine|termino da chamada|koniec',
  duration:
    'duration total|duration|call duration|total duration|length|call length|total time|duration seconds|duration sec|duration s|duration in seconds|call duration seconds|total call time|elapsed|elapsed time|duration minutes|duration min|lasted|call seconds|dur|dauer|anrufdauer|gesamtdauer|dauer sekunden|dauer s|dauer min|dauer minuten|lange|duree|duree appel|duree totale|duree de l appel|duracion|duracion llamada|duracion total|tiempo total|duur|gespreksduur totaal|durata|durata chiamata|duracao|duracao da chamada|czas trwania',
  talkDuration:
    'duration in call|talk time|talk duration|talking time|talking|conversation time|conversation duration|conversation|billsec|bill sec|bill seconds|answered duration|in call duration|connected duration|speaking time|handle time|time in call|call talk time|talk sec|talk seconds|sprechzeit|gesprachsdauer|gesprachszeit|redezeit|verbindungsdauer|temps de parole|temps de conversation|duree de conversation|duree conversation|duree communication|tiempo de conversacion|tiempo conversacion|tiempo hablado|duracion conversacion|gespreksduur|durata conversazione|tempo de conversa|czas rozmowy|talk ms|talk duration ms',
  ringDuration:
    'ring time|ring duration|ringing|ringing time|ring seconds|time to answer|answer delay|ringing duration|klingelzeit|rufzeit|klingeldauer|rufdauer|sonnerie|duree de sonnerie|temps de sonnerie|tiempo de timbrado|timbre|tiempo de ring|ring ms|ring duration ms|beltijd|tempo di squillo',
  queueDuration:
    'queue time|queue duration|wait time|waiting time|waiting|wait|time in queue|hold in queue|queue wait time|time to queue|wartezeit|warteschlangenzeit|zeit in warteschlange|attente|temps d attente|duree d attente|espera|tiempo de espera|tiempo en cola|wait ms|wachttijd|attesa|tempo de espera',
  ivrDuration: 'ivr time|ivr duration|menu time|time in ivr|ivr|ansagezeit|menuzeit|temps svi|tiempo ivr',
  holdDuration:
    'hold time|hold duration|on hold|time on hold|held time|haltezeit|gehalten|mise en attente|temps de maintien|tiempo retenido',
  billableDuration:
    'billable|billable seconds|billed duration|billed seconds|bill duration|billable duration|billed time|billable minutes|billed minutes|abgerechnet|abgerechnete dauer|abrechnungsdauer|duree facturee|facture|duracion facturada|segundos facturados',
  status:
    'status|call status|result|call result|disposition|outcome|call outcome|state|call state|final status|action result|answer state|answer status|reason|termination reason|hangup cause name|event|call disposition|last state|completion status|missed call reason|end state|ergebnis|anrufstatus|anrufergebnis|zustand|verlauf|statut|etat|resultat|statut appel|statut de l appel|estado|resultado|estado llamada|estado de la llamada|resultaat|uitkomst|esito|risultato|stato|situacao|wynik',
  direction:
    'direction|call direction|call type|type|in out|inout|in or out|flow|leg direction|traffic direction|richtung|anrufrichtung|typ|art|anruftyp|anrufart|sens|sens appel|type appel|type d appel|direction appel|direccion|sentido|tipo|tipo llamada|tipo de llamada|richting|direzione|direcao|sentido da chamada|kierunek',
  externalCallId:
    'call id|callid|global call id call id|call uuid|uuid|sip call id|call sid|sid|session id|unique id|uniqueid|call guid|guid|interaction id|conversation id|conversation uuid|contact id|call key|record id|cdr id|call reference|reference|historyid|history id|call identifier|master call id|anruf id|anrufid|anrufkennung|gesprachs id|kennung|vorgangsnummer|id appel|identifiant|identifiant appel|id llamada|identificador|id de llamada|id|lead id|call record id|gespreks id|id chiamata|id da chamada',
  legsBy:
    'linkedid|linked id|sip call id|global call id|globalcallid|correlation id|session id|call session id|conversation id|conversation uuid|parent id|call id|callid|interaction id',
  agent:
    'agent|agent name|user|user name|username|employee|extension name|rep|representative|sales rep|operator|answered by|answered by name|handled by|owner|assigned to|staff|staff member|agent email|user email|member|mitarbeiter|bearbeiter|benutzer|nebenstelle|nebenstelle name|agentname|angenommen von|bediener|utilisateur|collaborateur|poste|conseiller|agente|usuario|empleado|operador|asesor|extension|atendido por|medewerker|gebruiker|operatore|agente di turno|atendente|konsultant',
  callerName:
    'caller name|contact name|customer name|name|from name|caller id name|callername|client name|lead name|cnam|full name|anrufername|kunde|kundenname|kontaktname|name anrufer|name des anrufers|nom|nom appelant|nom du client|nom client|nombre|nombre cliente|nombre del cliente|nombre llamante',
  location:
    'location|site|office|branch|store|shop|account name|company name|department|standort|filiale|niederlassung|abteilung|site name|agence|etablissement|sede|sucursal|oficina|tienda',
  cost: 'cost|price|charge|total cost|call cost|amount charged|total amount|rate amount|fee|preis|kosten|gebuhr|entgelt|betrag|cout|prix|tarif|costo|coste|precio|importe',
  currency: 'currency|price unit|currency code|wahrung|devise|monnaie|moneda|divisa',
  value:
    'value|call value|revenue|sale amount|sales|deal value|conversion value|wert|umsatz|valeur|chiffre d affaires|valor|ingresos',
  tags: 'tags|tag|labels|label|keywords spotted|schlagworte|schlagworter|markierungen|etiquettes|etiquetas',
  note: 'note|notes|comment|comments|remark|remarks|call notes|summary|description|notiz|notizen|bemerkung|bemerkungen|kommentar|commentaire|commentaires|remarque|nota|notas|comentario|comentarios|observaciones',
  source:
    'source|source name|traffic source|marketing source|lead source|utm source|channel|referral source|ad source|kanal|werbequelle|herkunft|canal|fuente|origen de la llamada',
  campaign: 'campaign|campaign name|utm campaign|ad campaign|kampagne|kampagnenname|campagne|campana',
  medium: 'medium|utm medium|traffic medium|marketing medium|medio',
  keyword: 'keyword|keywords|utm term|search term|search keyword|suchbegriff|suchwort|mot cle|palabra clave',
  landingPage:
    'landing page|landing page url|landing url|landingpage|einstiegsseite|page d entree|pagina de destino',
  referrer: 'referrer|referring url|referrer url|referrer domain|referer|referent',
  gclid: 'gclid|google click id',
  city: 'city|caller city|from city|customer city|town|stadt|ort|ville|ciudad',
  state: 'caller state|from state|customer state|province|region|bundesland',
  zipcode: 'zip|zip code|zipcode|caller zip|from zip|postal code',
  country: 'country|caller country|from country|customer country|country code|land|pays|pais',
  recordingUrl:
    'recording|recording url|recording link|call recording|record url|recording file url|audio|audio url|asset|aufnahme|aufzeichnung|enregistrement|grabacion',
  hangupBy:
    'hangup by|hung up by|hangup source|disconnected by|ended by|terminated by|hangup party|released by|aufgelegt von|beendet von|raccroche par|colgado por',
  hangupCause:
    'hangup cause code|dest cause value|cause|cause code|hangup cause q850|q850|disconnect cause|release cause|cause value|termination cause|hangup code',
  leadStatus: 'lead status|lead stage|qualification|lead status name',
  score: 'score|lead score|call score|bewertung|punktzahl',
  network: 'network|carrier|provider|trunk|trunk name|gateway|netz|anbieter|operateur|operador de red',
  trackingNumber: 'tracking number|tracking phone number|trackingnum|did|ddi|dnis|dialed number',
  targetNumber:
    'target number|destination number|forwarded to|forwarded number|business phone number|transferred to|answering number|connected to|weitergeleitet an|transfere a|desviado a',
  rotationgroup:
    'queue|queue name|call queue|group|hunt group|ring group|skill|team|warteschlange|gruppe|rufgruppe|groupe|file|file d attente|cola|grupo',
  answeredFlag:
    'answered|is answered|was answered|connected|picked up|accepted|beantwortet|angenommen|repondu|contestada|atendida',
  voicemailFlag:
    'voicemail|is voicemail|voicemail left|has voicemail|anrufbeantworter|mailbox|messagerie|buzon',
  missedFlag: 'missed|is missed|missed call|verpasst|manque|perdida',
  sipCode: 'sip code|sip status|sip response code|response code|sip status code|code|status code',
  parentExternalCallId: 'parent call sid|parent call id|parent id|a leg uuid|parent uuid',
}

/** What a column may be: a field of a call, or a part of one that needs others beside it. */
export type Meaning = keyof typeof columnWords
