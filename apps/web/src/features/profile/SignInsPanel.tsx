import { SignInList } from '#web/records/sign-ins/SignInList.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'

export function SignInsPanel() {
  return (
    <Panel
      flush
      title="Sign-ins"
      note="If one of them was not you, change your password: that ends all other sessions"
    >
      <SignInList of="oneself" search={{ pageSize: 5 }} emptyReason="Nothing is recorded yet." />
    </Panel>
  )
}
