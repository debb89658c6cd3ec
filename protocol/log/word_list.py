"""The words that name a history: 2,048 of them, so that each says eleven bits.

Everybody's program has to have the same ones in the same order, so they never change. They are common words of four to
eight letters, no two of which begin with the same four letters, and no two of which are alike by ear: they differ in at
least two sounds (by the CMU Pronouncing Dictionary), and no other common word sounds like one of them. (How common a
word is comes from `wordfreq`.)
"""

from typing import Final

WORDS: Final = tuple(  # one line for each would be 2,048 lines
    """
abbey ability able abolish abrupt absence absolute abstract abundant abusive academy access accident account accurate
achieve acid acorn acoustic acquire across acrylic action actress adaptive address adequate adhere adjust admit adopt
adorable adult advance advent advice advocate affinity afford afloat afraid after agency agile aging agree airborne
aircraft airfield airline airport alarm album alert algebra alias alibi alive alliance allow almanac almost alone
alphabet already alto aluminum amaze amber ambition amethyst amnesty amplify amuse analysis anatomy ancestry anchor
ancient anecdote angel angle angry angular animal annals annex announce annual answer antenna anthem antique anxious
aperture apex apparel appear apply approach apron aquatic arcade archive ardent area arena argument armchair armory
aromatic arrival article artwork ashore aspect asphalt aspire assembly assist assume asteroid astray athletic atlas
atomic attach attempt attitude attract audience augment aura autonomy avail avenue aviation avocado avoid awaken aware
away awesome awhile axle azure bachelor back bacon bagel baggage baker balance balcony ballot bamboo banana bandit
banjo banner banquet barber barefoot bargain barley baroque baseball basic basket bathroom battle beam beauty beaver
bedroom bedside bedtime beginner behavior behind beige believe belong bend benefit benign beset best better between
beverage bias bicycle bigger bill binary binder bingo biology birthday bison blade blank blaster blazer bleach blind
bliss blizzard blockade blog bloom blossom blowout bluff blunt bodily body boiler bolster bolt bonfire bonnet bonus
booklet booster boredom borrow botany bottom boundary bouquet boutique boxer bracket branch brave breath bridge brief
bright brittle broad broccoli broker bronze brook brother brown bubbly budget buffalo builder bulb bulky bulletin
bumper bunch bundle bungalow burden business busy butler button buyer buzz bypass cabaret cabbage cabinet cactus
cadence caffeine calcium calendar caliber call calm camera camp canal candy canopy canteen canvas canyon capacity
capital captain caravan carbon cardinal care cargo carnival carpet carrier cartoon carve cascade case cashier casino
cassette castle casual catchy category catfish cavalier cavity cease celery cellular cement census center ceramic
ceremony certain chairman champion change chaotic chapter charity chat check cheerful chef chemical cherry chestnut
chew chicken chief children chimney chin chivalry choice chop chorus chronic chubby chuckle cinema cipher circuit
citation citizen citrus city civil claim clarity class clear clever client climate clock cloth cloudy clown club clue
clumsy cluster cobra cockpit coconut code coffee coherent college colorful combine comedy comfort comic common company
comrade concept conduct conflict conjure connect consider control convince cookie cooler copper cordon corner correct
cosmetic costume couch country couple court cousin cover cowboy coyote cracker cradle crafty crayon craze create
credit creek crest crib cricket crimson crisp critical crochet crossbow crow crucial crumble crunch cryptic crystal
cubic cuckoo cucumber cuddly cuisine culinary culprit culture cupboard curator curb curious currency cursor cushion
customer cute cycle cylinder cypress daily dance dark darling data daylight daytime debate debit debt debut decade
decency decision decline decorate decrease dedicate default defense definite defy degree delay delete delivery deluxe
delve demand denim denote density depart depend deposit depth deputy describe deserve design desk despite destiny
detail detect detour develop devotion diagram dialect diamond diary dice diesel digital dignity dilemma diligent
diminish dinner dinosaur diploma disagree discover disguise dislike dismiss display dissolve district ditto diverse
divide doctrine document dodge doing dollar dolphin domain domestic dominant donate donkey doorway dormant double down
draft dragon drama drastic dream dresser drill drink drive drizzle drop drought drummer duchess duck duplex duration
dust dwarves dynamic earlier earth easily east easy ebony echo ecology economic ecstatic eddy edge editor educate
effort eighteen elbow eldest electric elegance element eleven eligible eloquent elusive elves embassy emblem embody
embrace emerald eminence emotion empathy emphasis empire employee empower empress empty emulate enable enact enamel
encore endeavor endless energy enforce engage engine enhance enigma enjoy enlarge enrich enroll ensemble entail entire
entry envelope epilogue episode epoch equal equity erase erosion erratic eruption escape essay essence estimate
eternal ethereal ethical ethos eureka evacuate evaluate event evidence exact example exchange excite exclude excuse
exercise exhibit exit exodus expand expect explain exposure express external extinct extra eyebrow eyesight fabric
fabulous facet facility fact faculty fairness faith falcon family famous fanfare fantasy farewell farmer fashion
faster fatigue fauna favorite fearless feasible federal feedback feel feline fence fertile festival fetch fiber
fiction fidelity fiesta fifty figure filament film filter final finesse finger finish firm first fiscal fisher five
fixation flag flake flamingo flannel flashy flavor flawless fledged fleece flexible flicker flight flimsy flint flip
floor floppy floral flourish fluent fluffy fluid flurry flush flux focus fodder foggy foliage folklore follow fond
food football forage forbid foreign forget form forty fossil founder foyer fraction fragile frame frantic freedom
frenzy frequent fresh friend frigate frog front frost frozen frugal fruit fuel fully function funny furnace fuselage
fusion future gadget galaxy gallery galore gamble gamer garage garbage garden garlic garment garnet gasoline gateway
gather gauntlet gazette general genius genre genuine geometry gesture getaway giant gift gigantic giggle ginger
giraffe give glacier glad glance glare glaze glee glider glimpse glitter global glory gloss goblin gold golf goodbye
goofy gorgeous gossip gourmet governor grab gracious grade graffiti grammar grand grasp grateful gravity greater green
grinder grocery groovy group growth grudge grumpy guard guide guinea guitar gutter gymnast habit haircut half hallway
halo hamlet hammer hamster hand hangout happy harmony harness harvest hasty haven hawk hazy head healthy hearty heat
heavy hectic hedgehog helium helmet help herald heritage hermit hero hesitate hickory hidden highway hillside hinder
hinge history hoax hockey hoist holiday home honesty honor hoop hooray hopeful horizon horn horseman hostess hotel
house huge hull human humble humidity humor hunt hurdle hurry hybrid hygiene iceberg icing icon idea identity ideology
ignition image imitate immense immortal immune impact impetus implicit import improve impulse inactive incense inch
incident include income increase indicate indoor industry infinite inform infusion inherit initial inject inland
innate innocent input inquire insert inside inspire intake internet invest invite involve iris irony irritate island
isolate issue itchy item jacket jade jaguar janitor jazz jealous jelly jerky jigsaw jinx join joke journal joyful
joyous jubilee judge judo juice jumbo jump jungle junior juvenile kangaroo karate kayak keep kennel ketchup keyboard
keynote keystone keyword kiln kindness king kitchen kiwi knob knockout koala lady lager lagoon lamb landmark lane
language lantern large launch lava lavender lavish lawmaker layout leader leafy league leather lecture legend lemon
length lens less lettuce level lexicon liaison liberty library lifetime like lilac limbo limerick limit limp linen
linkage lion lipstick liquid list literary little lobby lobster local loft logic lollipop long lookout loophole lose
lotion lottery loud lounge lovable love lower loyalty lucky luggage lullaby luminous lunar luncheon luxury lyric
macaroni machine mackerel magazine magic magnetic mahogany mailbox maintain majesty major make mammoth manager mandate
maneuver mango manifest mankind manpower mansion maple marathon march margin maritime market maroon marquee marvel
mascara masonry massive mastery match material matrix matter mature maverick maximum meadow mean measure mechanic
media medley melody melt member memory menu mercy merge merit mermaid mesh message metallic meteor method metro middle
midnight midway mighty migrate mile milk million mimic mindful mineral minister mint miracle mirror mischief mismatch
mission mistake mitigate mixture mobile modern modify module moisture molten moment monarch monetary monkey monopoly
monster month monument moody moral mortgage mosaic mosquito motive motorist motto mountain movable move muffin
multiple mural muscle museum mushroom music musk mustang mystical myth nail naive nameless napkin narrow national
natural nautical navigate nearby nebula necklace neighbor neon nephew network neutral newer nickname nine noise
nomadic nonsense noodle normal north notable notebook notice novel nowadays nowhere nucleus nugget number numerous
nursery nurture nutrient nutshell nutty nylon oasis oatmeal obedient observe obstacle obtain obvious occasion occupy
oceanic octave octopus offer office offset okay older omit omnibus oncoming ongoing onion onward opaque open operate
opinion opposite option oracle orange orbit orchard order ordinary organic orient original ornament ostrich ounce
outcome outdoor outer outfit outgoing outlook output outright outside outward oval ovation oven oxygen oyster ozone
pacific package page painter pajamas palace pamphlet pancake panda panel panorama panther paper parallel parcel parent
parkway parlor parody parsley part password pasta patent path patience patrol pattern pavilion pawn payable payload
payment payoff peaceful peanut peculiar pedal pedestal pedigree pelican penalty pencil pendant penguin pentagon people
percent perfect period person pesky petite petty pharmacy pheasant phone photo physical piano pick picnic picture
pierce pigeon pigment pilgrim pillow pilot pinnacle pinpoint pioneer pipe pivotal pixie pizza place plan plastic
platform playful plaza pleasure pledge plenty plot plug plumber plural plywood pocket poem poetry point poker polish
pollen pony pool popcorn popular pork porridge portion position possible poster potato potter power prairie precious
predict prefix prelude premium prepare pressure pretty previous price primary prince priority prism private problem
process product profile project prolific promise pronoun proof property prospect protein proud provide prowess prudent
public puff pulpit pulse pumpkin pupil puppy purity purpose pursue push puzzle pyramid python quadrant quality quantum
quarter queen query question quick quilt quirky quite quorum quota raccoon radar radio raffle railway rainbow raisin
random ranger rank rapid rascal rate ravine razor reaction reality rebirth rebound recall recent recipe reclaim
recovery recreate rectify recycle redeem redirect referee refinery reflect reform refresh refund regard region regular
reindeer rejoice relative release religion remain remember remind remove rename rent repair repeat reply report
request rescue research resident resource response restore result retailer retina retreat return reunion revenue
review revolt reward rhetoric rhino rhythm ribbon rich rightful rigid rigorous ripple rise risk ritual rivalry river
roadside robot rock roman room rope rosemary roster rotation roulette routine royal rubber rugby runway rural rush
rusty saddle safari safety saffron saga salad salesman salmon salon salty salute salvage same sample sanction sanity
sapphire sarcasm satisfy saucer sausage savvy scanner scenario schedule school science scooter scope scorer scout
scratch screen script scroll scrutiny sculptor seafood search season seaweed second secret section security segment
seldom select self semester seminar senior sensible sentence sequence series serpent service setback settle several
shadow shaft shaggy shaky shampoo sharp shave shelter shepherd sheriff shield ship shirt show shred shrimp shrug
shudder shuttle sibling sidewalk sierra sigh signal silent silicon silver similar simply simulate since single siren
sister sixth sketch skillful skipper skunk skyline slab slant sleep slender slide slim slippery slogan slow small
smoke smooth snake snap sneeze snippet snowy snuggle soccer social soda sodium software soil solar solemn solitary
solution solve sonata sonic sound source south souvenir space span spark speak special speedy spell spend sphere spicy
spider spies spinach spirit splash splendid split sponsor spooky spot spray spread sprint sprout spruce square squeeze
squirrel stable stack stadium stairway stamp stand start state steam stellar sterling stew sticky still stimulus
stomach stone stop store strategy street strong study stuff stumble stunt stylish subgroup subject sublime submit
subtract suburban subway success sudden sugar suggest suitable sultan summer sunlight sunshine super support supreme
surprise survey swagger swallow swamp swan swift swipe swirl switch syllable symbol symmetry sympathy synopsis syrup
system tablet tackle tailor takeover talent talisman tangible tape target task taste tattoo tavern taxi teacher
teamwork teaspoon teenage teeth telegram temple tenant tender tennis tension tenth text thankful thaw thermal think
third thousand three thriller throat ticket tidal tiger tilt timber time tiniest tiny tiresome today toddler together
toggle token tolerate toll tomorrow tonight topic torch tornado tortoise total touch track trader traffic train
transfer travel treaty treble trench triangle tribute tricky trigger trilogy trinity trio trip triumph trivial trolley
trooper tropical trough true truffle trumpet trunk trust truthful tuition tulip tundra tunic tunnel turbine turmoil
turn tutorial tuxedo twelve twenty twice twilight twin twist typhoon typical ultimate umbrella unbroken uncle uncover
unicorn uniform union unique unit universe unknown unleash unlock unravel unreal unsigned unusual upbeat update
upgrade uphill uplift upload upright uproar upside upstairs uptake uptown upward urban urgent usable useful user usual
utility vacation valid valley value vanilla various vast vector vehicle velocity velvet verbal verdict verify version
vertical vessel veteran viable vibrant victory video view vigil village vinegar vintage violet virtual visa visit
vista visual vital vivid vocalist volcano voltage volume vortex vote voucher vowel voyage waffle wagon waitress waiver
wallet waltz wander wardrobe warmth warp warrant washer wasp watch water weave weekend welcome welfare well western
what whistle width wildlife window winter wisdom wish witness wizard wolf wolves wondrous work world worthy wrapper
wrestler wrinkle writer yacht year yellow yoga yogurt young zebra zenith zipper zodiac zoology
""".split()  # noqa: SIM905
)
