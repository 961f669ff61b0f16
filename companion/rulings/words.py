"""Words as the rule search sees them: found in a text, folded, stemmed, and their synonyms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import snowballstemmer

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
STEMMERS = {"en": "english", "pl": "polish"}
UNDECOMPOSED = str.maketrans({"ł": "l", "Ł": "l", "’": "'", "ß": "ss", "đ": "d", "ø": "o"})

LITTLE = """
    a an the i me my we us our you your he him his she her it its they them their one ones
    am is are was were be been being do does did done have has had can could may might shall
    should will would to of in on at for with by from into onto as and or but if then than so
    what when where who whom whose which why how this that these those there here about
    get gets got just also still any some much more happens happen

    czy i a w we na z ze do od o u za po dla oraz lub albo ale to ten ta te tego tej tym jest
    sa byc mam ma maja moge mozna moze moga wolno musze trzeba musi sie jak kiedy co kto kogo
    komu gdzie ktory ktora ktore ktorych czym czyj zeby gdy jesli jezeli juz jeszcze
    tez takze moj moja moje swoj swoja swoje mnie mi ja ty on ona my wy jego jej ich dzieje
"""
STOP = frozenset(LITTLE.split())
"""Folded words that say little about what is asked; they count, but for little."""

SAME = tuple(
    tuple(group.split())
    for group in """
    many number limit most maximum ile ilu liczba najwyzej
    1 one jeden jedna jedno
    2 two twice dwa dwie dwoch double podwojny
    3 three trzy trzech
    4 four cztery czterech
    5 five piec pieciu
    6 six szesc szesciu
    10 ten dziesiec dziesieciu
    30 thirty trzydziesci
    die dice kosc kosci
    reroll przerzut przerzucic przerzucac
    alone solo single jednoosobowa
    win wins won victory victorious winner winning wygrana wygrac wygrywa zwyciestwo
    lose loss lost losing defeat przegrana przegrac przegrywamy porazka
    draw tie tied remis
    start starts first begin begins zaczyna pierwszy rozpoczyna
    finish end ends over koniec konczy
    dead death killed kill defeated defeat beat beaten smierc ginie zginac umiera zabity pokonany
    heal heals healing healed cure leczenie leczyc uleczyc leczy uzdrowic
    full filled pelny pelna zapelniony
    empty pusty pusta
    attack attacks hit fight hurt atak atakowac zaatakowac walka
    easy easier latwiej latwy ulatwic ulatwienie
    hard harder difficult hardest trudny trudniej utrudnic
    item items object objects equipment przedmiot przedmioty rzecz
    extra additional dodatkowy dodatkowa
    move movement walk ruch poruszac isc
    turn tura kolejka
    power ability abilities skill zdolnosc zdolnosci umiejetnosc
    run runs ran out empty without missing brak skonczyc skonczyly
    strong stronger strength silny silniejszy sila
    touch interact reach
    peek look see show reveal watch secret hidden podejrzec patrzec zobaczyc pokazac tajne
    increase raise gain improve grow zwiekszyc podniesc zdobyc zyskac
    keep hold retain save zachowac zatrzymac
    leave leaves exit quit wyjsc opuscic wyjscie
    enter enters inside wejsc wejscie
    past pass passing obok minac przejsc przechodzic
    reach reaches arrive dojsc dotrzec dociera
    stay stays remain zostac zostaje
    quit stop resign give rezygnowac zrezygnowac przestac
    roll rolls rolled throw rzut rzucic rzucac
    same equal identical rowny takie
    match matching matched fit pasujacy dopasowac
    return returns back restore wrocic wraca zwrot oddac
    destroy remove removed usunac zdjac
    cancel undo ignore prevent avoid zignorowac uniknac zapobiec
    cards card karta karty
    owner belong belongs whose nalezy wlasciciel
    duration long last lasts trwa dlugo
    immediately instantly once natychmiast razu
    missing forgot forget zapomniec
    share lend borrow trade exchange give pozyczyc dzielic wymienic
    shuffle shuffled reshuffle reshuffled mix tasowac potasowac tasuje
    near nearby around close surrounding blisko wokol obok dookola
    less fewer lower reduce mniej mniejszy
    together both simultaneously razem wspolnie jednoczesnie naraz
    hurts deals deal zadaje
    eliminated wiped wybity odpada odpadl
    appear appears show arrive comes pojawia nadchodzi
    begin starting initial beginning poczatkowy poczatku start startowy
    free darmowy darmo
    target targets cel cele
    minimum minimal lowest least fewest minimalny minimalna najmniej najnizszy
    get gets receive receives obtain dostac dostaje dostaja otrzymac
    obtain find acquire receive zdobyc znalezc dostac
    stand stands standing stoi stac
    help assist pomoc pomagac
    late later afterwards pozno pozniej
    early earlier sooner wczesniej
    spend use uzyc uzycie wydac zuzyc
    play cast activate zagrac uzyc aktywowac
    mistake wrong blad
    forfeit discard drop lose give odrzucic stracic oddac
    mandatory compulsory obligatory required obowiazkowe obowiazkowy przymus
    optional voluntary choice dobrowolne dobrowolny
    swap change convert exchange replace zmiana zmienic zamiana zamienic
    buy purchase kupic kupno kupowac
    take pick grab collect wziac zabrac podniesc
    choose choosing select wybor wybrac
    order sequence kolejnosc
    neighbour neighbor adjacent sasiedni sasiad
    allow allowed legal permitted dozwolone
    forbidden banned illegal prohibited zakazane
    maximum max limit maksimum maksymalny maksymalne maksymalna maksymalnie
    setup set prepare preparation przygotowanie rozlozenie
    teammate friend others another other inny innego cudza cudzej
    cost price pay paid payment expensive koszt cena placic zaplacic kosztuje platne
    enemy enemies foe opponent rival baddie thug goon wrog przeciwnik rywal
    friend mate buddy partner teammate kolega kumpel znajomy
    reward prize bonus earn gain nagroda premia
    crowded packed full room space fits ciasno zatloczony miejsce pelny
    place location spot where miejsce pole gdzie
    hidden secret facedown covered zakryty ukryty tajny
    visible revealed faceup open odkryty jawny widoczny
    far distance range away daleko odleglosc zasieg dystans
    escape flee run evade uciec uciekac ucieczka uciekam
    wait delay postpone later czekac poczekac odlozyc
    player person people participant osoba osob gracz uczestnik
    beginner newbie novice easy poczatkujacy nowicjusz latwy
    last final ending ostatni koncowy final
    again repeat twice second ponownie powtorzyc drugi
    count value worth points liczy wartosc wart
    choose pick decide option wybor wybrac decyzja
    put place lay set polozyc umiescic postawic klasc stawiac
    pull draw take ciagnac wyciagnac dobrac
    carry hold bring own have nosic niesc trzymac posiadac
    gear stuff things items graty rzeczy sprzet
    explode explosion blast bomb wybuch eksplozja bomba
    protect defend block shield obrona bronic chronic
    stop end halt finish przestac zatrzymac koniec
    """.strip().splitlines()
)
"""Folded words that mean much the same in any game, in both languages."""


def fold(word: str) -> str:
    """Return ``word`` in lower case without diacritics: "Łotr" and "lotr" are one."""
    plain = word.casefold().translate(UNDECOMPOSED)
    if plain.isascii():
        return plain
    parts = unicodedata.normalize("NFKD", plain)
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


PAIRS = {
    ("no", "more"): "empty",
    ("run", "out"): "empty",
    ("runs", "out"): "empty",
    ("ran", "out"): "empty",
    ("out", "of"): "empty",
    ("used", "up"): "empty",
    ("none", "left"): "empty",
    ("skonczyly", "sie"): "pusty",
    ("skonczyla", "sie"): "pusty",
    ("nie", "ma"): "brak",
    ("next", "to"): "adjacent",
    ("how", "long"): "duration",
    ("jak", "dlugo"): "duration",
    ("give", "up"): "forfeit",
    ("pick", "up"): "take",
    ("knocked", "out"): "dead",
    ("same", "time"): "together",
    ("at", "once"): "immediately",
    ("od", "razu"): "natychmiast",
}
"""Two folded words that say one thing, and a word for it."""

# A die is rolled; what dies is dead.
MEANT = {"dies": "dead", "died": "dead", "dying": "dead"}

# Polish stems that Snowball leaves apart: walka/walce/walczyć, tura/turze, rzut/rzucić.
ALIKE = tuple(
    (re.compile(pattern), left)
    for pattern, left in (
        (r"(?<=.)(?:yc|(?<!n)ic|ac|en|uj)$", ""),
        (r"(?<=...)an$", ""),
        (r"(?<=....)ow$", ""),
        (r"scm$", "sc"),
        (r"(?<=..[^aeiouy])e(?=[kw]$)", ""),
        (r"uc$", "ut"),
        (r"(?<!s)(?:cz|c)$", "k"),
        (r"rz$", "r"),
        (r"dz$", "g"),
    )
)


STEADY = 4
"""The number of letters that mostly stay in derived words: leczyć and leczenie."""


@lru_cache(maxsize=50_000)
def stem(word: str, language: str) -> str:
    """Return the folded Snowball stem of a word as it was typed."""
    word = MEANT.get(word.casefold(), word)
    stemmer = snowballstemmer.stemmer(STEMMERS[language])
    short = fold(stemmer.stemWord(word.casefold()))
    if language == "pl":
        for pattern, left in ALIKE:
            short = pattern.sub(left, short)
    return short


@lru_cache(maxsize=50_000)
def keys(word: str, language: str) -> tuple[str, str, str]:
    """Return what a word is found by: its stem, how it is written, how it begins; no two look
    alike."""
    plain = fold(word)
    return stem(word, language), f"={plain}", f"~{plain[:STEADY]}"


def found(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield every word of ``text`` as (start, end, word)."""
    for match in WORD.finditer(text):
        yield match.start(), match.end(), match.group()
