-- By what a member's third referral link finds the weaker leg. Null until the member has chosen: then the link is refused.
alter table members add column link_preference text check (link_preference in ('business', 'members'));
