"""The package's own layouts, by name."""

LAYOUTS = {
    "small": """
%%%%%%%%%%%%%%%
%o...%...%...o%
%.%%.%.%.%.%%.%
%......G......%
%.%%.%._.%.%%.%
%.....%G%.....%
%.%%%.%%%.%%%.%
%......P......%
%%%%%%%%%%%%%%%
""",
    # Where pessimism and optimism differ: who expects the worst waits until the ghost is away from the doors, who
    # expects chance walks past it.
    "rooms": """
%%%%%%%%%
% . %   %
%   %P .%
%%.%.% %%
% .     %
%   .   %
%   G   %
%%%%%%%%%
""",
    # Whoever expects the worst has lost already, and loses at once to save steps; the ghost on the left may turn off.
    "trapped": """
%%%%%%%%%%
%....%%%%%
%.%%.%%%%%
%...G P G%
%.%%.%%%%%
%....%%%%%
%%%%%%%%%%
""",
    "halls": """
%%%%%%%%%%%%%%%%%%%
%........%........%
%o%%.%%%.%.%%%.%%o%
%.................%
%.%%.%.%%%%%.%.%%.%
%....%...%...%....%
%%%%.%%% % %%%.%%%%
%%%%.%  G G  %.%%%%
%   .  %%%%%  .   %
%%%%.% G   G %.%%%%
%%%%.% %%%%% %.%%%%
%........%........%
%.%%.%%%.%.%%%.%%.%
%o.%.....P.....%.o%
%%.%.%.%%%%%.%.%.%%
%....%...%...%....%
%.%%%%%%.%.%%%%%%.%
%.................%
%%%%%%%%%%%%%%%%%%%
""",
}
