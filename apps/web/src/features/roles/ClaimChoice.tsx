import type { Claim } from '@callboard/contract/claims'
import { Checkbox } from 'antd'
import { type ClaimGroup, claimGroups } from '@callboard/contract/claim-words'
import { Box, Grid, Stack } from '#web/ui/layout.tsx'

/** Ant Design draws the legends of forms as headings with a line below. */
const plainLegend = { margin: 0, padding: '0 0 4px', border: 0, fontSize: 'inherit' } as const

interface ClaimChoiceProps {
  /** Given by the form. */
  value?: readonly Claim[]
  onChange?: (claims: Claim[]) => void
}

/** Every right as a check box with what it allows; editing includes viewing. */
export function ClaimChoice({ value = [], onChange }: ClaimChoiceProps) {
  return (
    <Stack gap={16}>
      {claimGroups.map((group) => (
        <ChoiceOfGroup
          key={group.name}
          group={group}
          chosen={value}
          onChange={(claims) => onChange?.(claims)}
        />
      ))}
    </Stack>
  )
}

interface ChoiceOfGroupProps {
  group: ClaimGroup
  chosen: readonly Claim[]
  onChange: (claims: Claim[]) => void
}

function ChoiceOfGroup({ group, chosen, onChange }: ChoiceOfGroupProps) {
  const own = group.claims.map(({ claim }) => claim)
  const count = own.filter((claim) => chosen.includes(claim)).length
  const others = chosen.filter((claim) => !own.includes(claim))
  return (
    <Box as="fieldset">
      <legend style={plainLegend}>
        <Checkbox
          checked={count === own.length}
          indeterminate={count > 0 && count < own.length}
          onChange={({ target }) => onChange(target.checked ? [...others, ...own] : others)}
        >
          <strong>{group.name}</strong>
        </Checkbox>
      </legend>
      <Grid columns="repeat(auto-fill, minmax(min(380px, 100%), 1fr))" gap="4px 16px" padding="0 0 0 24px">
        {group.claims.map(({ claim, words }) => (
          <Checkbox
            key={claim}
            checked={chosen.includes(claim)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, claim] : chosen.filter((one) => one !== claim))
            }
          >
            <span title={claim}>{words}</span>
          </Checkbox>
        ))}
      </Grid>
    </Box>
  )
}
