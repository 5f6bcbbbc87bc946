import { useQuery } from '@tanstack/react-query'
import { Select, type RefSelectProps } from 'antd'
import { useEffect, useRef, useState } from 'react'
import classes from '#web/app/shell/TopBar.module.css'
import { fullName, useCurrentUser, useIsMasked } from '#web/lib/current-user.ts'
import { viewAs } from '#web/lib/masked-user.ts'
import { nameWithSignIn, portalUsersQuery } from '#web/lib/portal-users-query.ts'
import { useSettled } from '#web/lib/settled.ts'

interface MaskSelectProps {
  isFocused?: boolean
}

/** Whom to view the portal as. */
export function MaskSelect({ isFocused = false }: MaskSelectProps) {
  const user = useCurrentUser()
  const isMasked = useIsMasked()
  const [keyword, setKeyword] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const settled = useSettled(keyword, 200)
  const { data, isFetching, error } = useQuery({ ...portalUsersQuery(settled), enabled: isOpen })
  // Enter must not choose one of those who were found for what was typed before.
  const isSettled = settled === keyword
  const found = isSettled ? data : undefined
  const ref = useRef<RefSelectProps>(null)
  useEffect(() => {
    if (isFocused) ref.current?.focus()
  }, [isFocused])
  return (
    <Select
      ref={ref}
      className={classes.mask}
      aria-label="View as"
      placeholder="View as …"
      popupMatchSelectWidth={false}
      value={isMasked ? user.id : null}
      labelRender={() => fullName(user)}
      open={isOpen}
      onOpenChange={setIsOpen}
      showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
      loading={isOpen && (!isSettled || isFetching)}
      options={(found ?? []).map((each) => ({ value: each.id, label: nameWithSignIn(each) }))}
      notFoundContent={
        !isSettled || isFetching ? 'Searching …' : error === null ? 'No such user' : 'Nobody could be loaded'
      }
      onSelect={(id) => viewAs(id)}
    />
  )
}
