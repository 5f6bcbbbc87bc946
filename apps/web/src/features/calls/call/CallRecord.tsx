import type { Call, PartialCall } from '@callboard/contract/calls'
import type { ReactNode } from 'react'
import { CallHold } from '#web/features/calls/call/CallHold.tsx'
import { CallHead } from '#web/features/calls/call/CallHead.tsx'
import { ContactCalls } from '#web/features/calls/call/ContactCalls.tsx'
import { CallOutcome } from '#web/features/calls/call/CallOutcome.tsx'
import { DrawerSection } from '#web/features/calls/call/DrawerSection.tsx'
import { Facts } from '#web/features/calls/call/Facts.tsx'
import { buildFacts } from '#web/features/calls/call/call-facts.tsx'
import { formatPlace, precisionSentences } from '@callboard/contract/call-words'
import { RouteTrace } from '#web/features/calls/call/RouteTrace.tsx'
import { TimingBar } from '#web/features/calls/call/TimingBar.tsx'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { DurationText } from '#web/ui/values/DurationText.tsx'

interface CallStartProps {
  call: PartialCall
  timeZone: string
}

/** What a row of the list knows: who called or was called, when, and how the call went. */
export function CallStart({ call, timeZone }: CallStartProps) {
  return (
    <>
      <CallHead call={call} timeZone={timeZone} />
      <DrawerSection title="Parties">
        <Facts facts={buildFacts('parties', { call, timeZone })} />
      </DrawerSection>
      <DrawerSection
        title="Time"
        note={
          <>
            in total <DurationText seconds={call.duration} />
          </>
        }
      >
        <TimingBar call={call} />
      </DrawerSection>
    </>
  )
}

interface CallRestProps {
  call: Call
  timeZone: string
  callHref: (id: string) => string
  /** The section of its recordings. */
  recordings: ReactNode
}

/** Everything else that is known of a call. */
export function CallRest({ call, timeZone, callHref, recordings }: CallRestProps) {
  const of = { call, timeZone }
  const { isAdmin } = useCurrentUser()
  return (
    <>
      {recordings}
      <DrawerSection title="Outcome">
        <CallOutcome {...of} />
      </DrawerSection>
      <DrawerSection title="Routing">
        <RouteTrace call={call} timeZone={timeZone} />
        <Facts facts={buildFacts('routing', of)} />
      </DrawerSection>
      <DrawerSection title="Attribution">
        <Facts facts={buildFacts('attribution', of)} />
      </DrawerSection>
      <DrawerSection title="Contact’s place" note={precisionSentences[call.geoPrecision]}>
        <Facts facts={[{ label: 'Place', value: formatPlace(call) }, ...buildFacts('place', of)]} />
      </DrawerSection>
      {call.contactNumber !== null && (
        <DrawerSection title="Other calls with this contact" note="last 90 days">
          <ContactCalls
            call={call}
            contactNumber={call.contactNumber}
            timeZone={timeZone}
            callHref={callHref}
          />
        </DrawerSection>
      )}
      <DrawerSection title="Record">
        <Facts facts={buildFacts('record', of)} />
      </DrawerSection>
      {isAdmin && <CallHold callId={call.id} />}
    </>
  )
}
