import { useQuery } from '@tanstack/react-query'
import { Select, type RefSelectProps } from 'antd'
import { useEffect, useRef, useState } from 'react'
import classes from '#web/app/shell/TopBar.module.css'
import { fullName, useCurrentUser, useIsViewingAs } from '#web/lib/current-user.ts'
import { viewAs } from '#web/lib/view-as.ts'
import { nameWithSignIn, portalUsersQuery } from '#web/records/portal-users-query.ts'
import { useDebounced } from '#web/lib/debounced.ts'

interface ViewAsSelectProps {
  isFocused?: boolean
}

/** Whom to view the portal as. */
export function ViewAsSelect({ isFocused = false }: ViewAsSelectProps) {
  const user = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const [keyword, setKeyword] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const settled = useDebounced(keyword, 200)
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
      className={classes.viewAs}
      aria-label="View as"
      placeholder="View as …"
      popupMatchSelectWidth={false}
      value={isViewingAs ? user.id : null}
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
